"""A name alone -> the one registry that is meant."""

import difflib
from collections.abc import Callable, Collection, Sequence

from skillpack.errors import AmbiguousError, MissingError, SkillpackError, UsageError
from skillpack.model.install_settings import Registry
from skillpack.sources.spec import pinned_form


def resolve_registry(
    name: str,
    registries: Sequence[str],
    named: Sequence[Registry],
    *,
    names_of: Callable[[str], Collection[str]],
    has_had: Callable[[str], bool],
) -> str:
    """Return the registry that has a name, or one before it that has had it and says what became of it.

    All are asked: whoever may add one registry could otherwise take over any name.

    Args:
        name: Of a skill.
        registries: Addresses or folders.
        named: What settings call them.
        names_of: Returns the names that a registry has.
        has_had: Returns whether a registry had the name before.

    Raises:
        UsageError: There are no registries, or several have the name (`AmbiguousError`).
        MissingError: None has it.
        FetchError: One cannot be read: it may have the name too.
        IndexRefusedError: An index is refused.
    """
    if not registries:
        raise UsageError(
            f"no registry is configured to find `{name}` in",
            hint="`--registry URL`, or `[[registry]]` in the settings; `./NAME` is a folder",
        )
    having: list[str] = []
    known: list[str] = []
    failure: SkillpackError | None = None
    for location in dict.fromkeys(registries):
        try:
            found = names_of(location)
        except SkillpackError as error:
            failure = failure or error
            continue
        known += found
        having += [location] if name in found else []
    if len(having) > 1:
        raise ambiguous(name, having, [pinned_form(name, each, named) for each in having])
    if failure is not None:
        if having:
            failure.hint = f"`{pinned_form(name, having[0], named)}` asks only one registry"
        raise failure
    for location in registries:
        if location in having or has_had(location):
            return location
    raise MissingError(f"no registry has `{name}`", hint=_nearest(name, known))


def ambiguous(name: str, places: Sequence[str], forms: Sequence[str]) -> AmbiguousError:
    """Return the failure of a name that several registries have.

    Args:
        name: Of a skill or a bundle.
        places: Addresses or folders of the registries.
        forms: What to type instead, for each.
    """
    where = ", ".join(f"`{each}`" for each in places)
    return AmbiguousError(
        f"`{name}` is in {len(places)} registries: {where}",
        places=tuple(places),
        hint=f"say which: {' or '.join(f'`{each}`' for each in forms)}",
    )


def _nearest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"did you mean `{near[0]}`?" if near else "`skillpack search --catalog URL WORDS` searches by what it does"
