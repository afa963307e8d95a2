"""Secrets in what a catalog publishes beside its skills: looked for before anything is rendered."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import to_builtins

from skillpack.builder.inputs.catalog import Located
from skillpack.check.catalog_secrets import secrets_in_file, secrets_in_settings, secrets_in_values
from skillpack.check.judge import judge
from skillpack.errors import SecretRefusedError, SkillpackError
from skillpack.files.read import read_beneath
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Suppression
from skillpack.parse.settings.interface import language_of
from skillpack.parse.settings.toml import flattened
from skillpack.resources import theme_files

_LIMIT = 2**20  # bytes of a page or a picture: whoever renders it refuses less


def catalog_secrets(located: Located) -> Iterator[Finding]:
    """Yield the findings about the configuration, the pages, the pictures and the theme of a catalog.

    What cannot be read is left to those who render it.
    """
    if located.file:
        yield from secrets_in_settings(located.file, located.text)
    yield from secrets_in_values(flattened(to_builtins(located.configuration)), located.text)
    theme = located.configuration.theme
    for path in dict.fromkeys((*located.configuration.pages, *theme.pictures)):
        with suppress(SkillpackError, OSError):
            yield from secrets_in_file(path, read_beneath(located.root, path, _LIMIT, what=f"`{path}`", hint=""))
    if theme.path:
        yield from _of_theme(located.root, theme.path)


def refuse_secrets(located: Located, suppressions: Sequence[Suppression]) -> tuple[Judged, ...]:
    """Return the secrets beside the skills of a catalog that were accepted.

    Args:
        located: The catalog.
        suppressions: Those that hold.

    Raises:
        SecretRefusedError: There is another one. No skill has it that could be withheld, and it could be on any page.
    """
    judged = judge(catalog_secrets(located), (), suppressions)
    left = [each.finding for each in judged if each.suppression is None]
    if not left:
        return judged
    first, *others = left
    line = "" if first.span == NOWHERE else f":{first.span.line}"
    where = f"{(located.root / first.path).as_posix()}{line}" if first.path else ""
    more = f", and there {'is' if len(others) == 1 else 'are'} {len(others):,} more" if others else ""
    raise SecretRefusedError(
        f"{f'`{where}`: ' if where else ''}{first.message}{more}; nothing was built, because everybody could read it",
        hint=f"{first.hint}; `skillpack check` lists them, and shows what to write if one is no secret",
    )


def _of_theme(root: Path, folder: str) -> Iterator[Finding]:
    with suppress(SkillpackError, OSError):
        for path, content in theme_files(root / folder).items():
            file = f"{folder.strip('/')}/{path}"
            if language_of(path):
                yield from secrets_in_settings(file, content.decode("utf-8", "surrogateescape"))
            else:
                yield from secrets_in_file(file, content)
