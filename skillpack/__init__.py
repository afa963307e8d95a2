"""skillpack: folders of skills in, one static site out; and skills for programs that load them.

What stands in `__all__` is public, documented and versioned. Each name is loaded when it is first used;
`__init__.pyi` tells type checkers where from.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_MODULES = {
    "BuiltSite": "api.build",
    "Budgets": "runtime.budget",
    "DIALECTS": "runtime.dialect",
    "Event": "runtime.event",
    "InstalledSkill": "api.install",
    "Session": "runtime.session",
    "Skill": "runtime.skill",
    "SkillCheck": "api.check",
    "SkillLibrary": "runtime.library",
    "SkillRegistry": "runtime.registry",
    "SkillStore": "runtime.store",
    "SkillpackError": "errors",
    "Tool": "runtime.tool",
    "build_site": "api.build",
    "call_tool": "runtime.tool",
    "check_skills": "api.check",
    "install_skills": "api.install",
    "load_catalog": "runtime.catalog",
    "load_skills": "runtime.store",
}
__all__ = [*_MODULES, "__version__"]  # noqa: PLE0604 the names are texts


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
