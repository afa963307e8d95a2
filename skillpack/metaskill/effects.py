"""What a program can do to the world: ask a model, run a command. Budgets, clamps and the policy are held here."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from skillpack.errors import MetaskillError
from skillpack.metaskill.command import CommandResult, Start, run_command, run_process
from skillpack.metaskill.envelope import clip
from skillpack.metaskill.grant import Answer, Ask, ProgramGrant, Question

_LOOK = 0.05  # seconds between two looks whether the run is cancelled
_MOST_BYTES = 4 * 2**20  # of what a command prints; one that prints more is ended
_MOST_PURPOSE = 200  # characters


class Effects:
    """What one run may still ask for, and how it is done."""

    def __init__(
        self,
        grant: ProgramGrant,
        workspace: Path,
        env: Mapping[str, str],
        left: Callable[[], float],
        cancelled: Callable[[], bool],
        asks: int | None,
        commands: int | None,
    ) -> None:
        """Start with whole budgets.

        Args:
            left: Returns the seconds that the run may still take; raises where it may take none.
            asks: Questions that a caller allows, held to the grant's limits; None for the usual number.
            commands: The same of commands.
        """
        limits = grant.limits
        self._grant, self._workspace, self._env = grant, workspace, env
        self._left, self._cancelled = left, cancelled
        self._asks = limits.asks if asks is None else max(1, min(asks, limits.most_asks))
        self._commands = limits.commands if commands is None else max(0, min(commands, limits.most_commands))
        self.asked = self.commanded = 0

    def ask(self, prompt: Any, opts: Any) -> dict[str, Any]:
        """Return a model's answer as the program gets it (K18).

        Raises:
            MetaskillError: The budget is spent, nobody answers here, or the call is wrong.
        """
        if self.asked >= self._asks:
            raise MetaskillError(f"ask budget exhausted ({self._asks} calls)")
        self.asked += 1
        if not isinstance(prompt, str) or not isinstance(opts, dict):
            raise MetaskillError("runtime error: ask takes a text and a dictionary")
        if self._grant.ask is None:
            raise MetaskillError("ask is not available in this host", hint="`--ask-command CMD` answers questions")
        limits, purpose = self._grant.limits, opts.get("purpose")
        turns = _clamped("max_turns", opts.get("max_turns"), limits.turns, limits.turns)
        question = Question(
            clip(prompt, limits.prompt_characters)[0],
            clip(purpose, _MOST_PURPOSE)[0] if isinstance(purpose, str) else "",
            turns,
            self._left(),
            self._cancelled,
        )
        found = self._answered(self._grant.ask, question)
        text, cut = clip(found.text, limits.answer_characters)
        return {
            "answer": text,
            "exhausted": found.exhausted,
            "turns": turns if found.turns is None else found.turns,
            "truncated": cut or found.truncated,
        }

    def _answered(self, ask: Ask, question: Question) -> Answer:
        """Return the answer to a question, waited for no longer than the run may take."""
        done: list[Answer] = []
        failed: list[str] = []

        def work() -> None:
            try:
                found = ask(question)
                done.append(found if isinstance(found, Answer) else Answer(found))
            except Exception as error:  # noqa: BLE001 whatever a host's model does, the run ends with a word of it
                failed.append(str(error) or type(error).__name__)

        thread = threading.Thread(target=work, name="skillpack-ask", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(min(self._left(), _LOOK))
        self._left()
        if failed or not isinstance(done[0].text, str):
            raise MetaskillError(f"ask failed: {failed[0] if failed else 'the answer is not text'}")
        return done[0]

    def command(self, argv: Any, opts: Any) -> dict[str, Any]:
        """Return the result of a command as the program gets it (K19); a refusal is a result too.

        Raises:
            MetaskillError: The budget is spent, or the options are wrong.
        """
        if self.commanded >= self._commands:
            raise MetaskillError(f"command budget exhausted ({self._commands} calls)")
        self.commanded += 1
        if not isinstance(opts, dict):
            raise MetaskillError("runtime error: the options of command are a dictionary")
        if not isinstance(argv, list) or not argv or not all(isinstance(word, str) for word in argv):
            return _refused("argv must be a non-empty list of strings", -1)
        limits = self._grant.limits
        seconds = _clamped("timeout", opts.get("timeout"), limits.usual_command_seconds, limits.command_seconds)
        reason = self._forbidden(argv)
        if reason:
            return _refused(f"command not allowed: {reason}", None)
        done = run_command(
            argv,
            folder=self._workspace,
            path=self._grant.commands.path,
            timeout=min(seconds, self._left()),
            most_bytes=_MOST_BYTES,
            env=self._env,
            cancelled=self._cancelled,
        )
        self._left()
        return self._result(done, seconds)

    def _forbidden(self, argv: Sequence[str]) -> str:
        """Return why a command may not run; empty where it may."""
        if any("\0" in word for word in argv):
            return "a word of it holds a NUL"
        decision, shown = self._grant.commands.decide(argv), " ".join(argv)
        if decision == "prompt" and self._grant.confirm is not None and self._grant.confirm(argv):
            return ""
        return "" if decision == "allow" else f"`{clip(shown, _MOST_PURPOSE)[0]}`"

    def _result(self, done: CommandResult, seconds: int) -> dict[str, Any]:
        said = done.output + done.errors
        if done.timed_out and done.exit_code is None:
            said = f"error: command timed out after {seconds}s\n{said}"
        elif done.exit_code is None and not done.truncated:
            said = f"error: command did not start: {said}"
        elif done.truncated:
            said = f"error: command printed more than {_MOST_BYTES} bytes and was ended\n{said}"
        text, cut = clip(said, self._grant.limits.command_characters)
        return {
            "ok": done.exit_code == 0,
            "exit_code": done.exit_code,
            "result": text,
            "truncated": cut or done.truncated,
        }


def ask_by_command(argv: Sequence[str], program: str, folder: Path, env: Mapping[str, str]) -> Ask:
    """Return a function that asks a command of the user's own: the prompt is its input, its output the answer.

    Args:
        program: The path of the program that the first word names.
        env: All of it is given: the command is the user's, and needs its own settings.
    """

    def ask(question: Question) -> Answer:
        start = Start(tuple(argv), program, folder, env, question.prompt)
        done = run_process(start, timeout=question.seconds, most_bytes=_MOST_BYTES, cancelled=question.cancelled)
        if done.exit_code != 0:
            why = done.errors.strip() or f"`{Path(argv[0]).name}` ended with {done.exit_code}"
            raise MetaskillError(why)
        return Answer(done.output.strip())

    return ask


def _clamped(name: str, given: Any, usual: int, most: int) -> int:
    """Return a number from 1 up to what is allowed."""
    if given is None:
        return usual
    if not isinstance(given, int) or isinstance(given, bool):
        raise MetaskillError(f"runtime error: {name} is a whole number")
    return max(1, min(given, most))


def _refused(why: str, exit_code: int | None) -> dict[str, Any]:
    return {"ok": False, "exit_code": exit_code, "result": f"error: {why}", "truncated": False}
