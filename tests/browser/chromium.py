"""Chromium without a window, driven over a pipe: opens pages, presses keys, tells what was fetched and is shown."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_PATIENCE = 60.0  # seconds


class Page:
    """A tab.

    Attributes:
        fetched: Address -> bytes of the body, of everything that was fetched since it was last emptied.
        refused: What the page's own policy or a script complained of.
    """

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._number, self._rest, self._session = 0, b"", ""
        self._addresses: dict[str, str] = {}
        self.fetched: dict[str, int] = {}
        self.refused: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method: str, **values: object) -> Mapping[str, Any]:
        """Return what Chromium answers; what happens meanwhile is noted.

        Raises:
            RuntimeError: It refused, or did not answer in time.
        """
        self._number += 1
        asked = {"id": self._number, "method": method, "params": values}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._writing, json.dumps(asked).encode() + b"\0")
        for message in self._messages():
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                result: Mapping[str, Any] = message["result"]
                return result
            self._note(message)
        raise RuntimeError(f"{method}: no answer")

    def _messages(self) -> Iterator[Mapping[str, Any]]:
        while True:
            while b"\0" not in self._rest:
                more = os.read(self._reading, 1 << 16)
                if not more:
                    return
                self._rest += more
            message, _, self._rest = self._rest.partition(b"\0")
            yield json.loads(message)

    def _note(self, message: Mapping[str, Any]) -> None:
        values = message.get("params", {})
        if message.get("method") == "Network.requestWillBeSent":
            self._addresses[values["requestId"]] = values["request"]["url"]
            self.fetched.setdefault(values["request"]["url"], 0)
        elif message.get("method") == "Network.loadingFinished":
            address = self._addresses.get(values["requestId"], "")
            self.fetched[address] = int(values["encodedDataLength"])
        elif message.get("method") == "Runtime.exceptionThrown":
            self.refused.append(str(values["exceptionDetails"].get("exception", {}).get("description", values)))
        elif message.get("method") == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.refused.append(values["entry"]["text"])

    def open(self, address: str, *, width: int = 1280, height: int = 800, scheme: str = "light") -> None:
        """Open an address, and wait until it is there."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.prefer(scheme)
        self.fetched.clear()
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression is true.

        Raises:
            RuntimeError: It stays false.
        """
        if not self.comes(expression, _PATIENCE):
            raise RuntimeError(f"never true: {expression}")

    def comes(self, expression: str, seconds: float) -> bool:
        """Return whether an expression becomes true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(RuntimeError):  # between two pages there is none
                if self.ask(expression):
                    return True
            time.sleep(0.05)
        return False

    def prefer(self, scheme: str) -> None:
        """Let the system change between light and dark."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def click(self, query: str, *, shift: bool = False) -> None:
        """Click on the first element that is meant, where it is seen.

        Raises:
            RuntimeError: There is none.
        """
        found = f"document.querySelector({json.dumps(query)})"
        place = (
            f"(() => {{ {found}.scrollIntoView({{ block: 'center', behavior: 'instant' }}); "
            f"const box = {found}.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }})()"
        )
        box, before = self.ask(place), None
        while box != before:  # the page may still be on its way to somewhere
            time.sleep(0.05)
            box, before = self.ask(place), box
        for kind in ("mousePressed", "mouseReleased"):
            held = 8 if shift else 0
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1, modifiers=held
            )

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press and release a key."""
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "/": 191, "?": 191, "d": 68}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        values: dict[str, object] = {"key": key, "windowsVirtualKeyCode": codes[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def picture(self, path: Path, *, height: int = 0) -> None:
        """Write what is seen to a file; with a height as much of the page, from its top."""
        more: dict[str, object] = {}
        if height:
            width = self.ask("document.documentElement.clientWidth")
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            more = {"captureBeyondViewport": True, "clip": clip}
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", **more)["data"]))


@contextlib.contextmanager
def chromium() -> Iterator[Page]:
    """Give a tab of a browser that forgets everything afterwards.

    Raises:
        FileNotFoundError: There is no Chromium.
    """
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise FileNotFoundError("no Chromium is installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        (from_us, to_it), (from_it, to_us) = os.pipe(), os.pipe()
        flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe")
        # Chromium reads from 3 and writes to 4.
        command = ("sh", "-c", f'exec "$@" 3<&{from_us} 4>&{to_us}', "sh", found, *flags, f"--user-data-dir={home}")
        with subprocess.Popen(command, pass_fds=(from_us, to_us), stderr=subprocess.DEVNULL) as process:
            os.close(from_us)
            os.close(to_us)
            try:
                yield Page(from_it, to_it)
            finally:
                process.terminate()
                os.close(to_it)
                process.wait()
                os.close(from_it)
