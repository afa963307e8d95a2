import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHILD = Path(__file__).with_name("parallel_child.py")
INSTALLERS = 24


@pytest.mark.parametrize("system", ["exchange", "renames"])
def test_a_reader_sees_whole_versions_while_many_install(
    base: Path, system: str, changes: ModuleType, child_environment: dict[str, str]
) -> None:
    place = changes.Place(base / "place", changes.SYSTEMS[system])
    place.base.mkdir()
    place.put("1")
    stop = base / "stop"

    def start(*arguments: object, heard: int | None = None) -> subprocess.Popen[str]:
        command = [sys.executable, CHILD, *map(str, arguments)]
        return subprocess.Popen(command, env=child_environment, stdout=heard, text=True)

    reader = start("watch", base, system, stop, heard=subprocess.PIPE)
    installers = [start("install", base, system, number) for number in range(INSTALLERS)]
    assert [each.wait() for each in installers] == [0] * INSTALLERS
    stop.touch()
    found = json.loads(reader.communicate()[0])
    assert found["faults"] == []
    assert sum(found["seen"].values()) > 0
    assert changes.debris(place) == []
    assert changes.see(place).saved == {}
    assert not place.root.lock.exists()


def test_many_that_find_no_root_make_it_together(
    base: Path, changes: ModuleType, child_environment: dict[str, str]
) -> None:
    place = changes.Place(base / "place", changes.SYSTEMS["exchange"])
    command = [sys.executable, CHILD, "install", str(base), "exchange"]
    installers = [subprocess.Popen([*command, str(number)], env=child_environment) for number in range(8)]
    assert [each.wait() for each in installers] == [0] * 8
    assert list(changes.see(place).skills) == ["pdf"]


def test_a_killed_holder_frees_the_root(base: Path, changes: ModuleType, child_environment: dict[str, str]) -> None:
    place = changes.Place(base / "place", changes.SYSTEMS["exchange"])
    place.base.mkdir()
    place.put("1")
    hold = (
        "import sys, changes, pathlib\n"
        "place = changes.Place(pathlib.Path(sys.argv[1]), changes.SYSTEMS['exchange'])\n"
        "place.work(lambda _: (print('held', flush=True), sys.stdin.readline()))\n"
    )
    environment = {**child_environment, "PYTHONPATH": f"{child_environment['PYTHONPATH']}:{CHILD.parent}"}
    command = [sys.executable, "-c", hold, str(place.base)]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.wait()
    assert place.root.lock.exists()
    place.put("2")
    assert not place.root.lock.exists()
