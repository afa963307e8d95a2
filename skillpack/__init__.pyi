from skillpack.api.build import BuiltSite as BuiltSite
from skillpack.api.build import build_site as build_site
from skillpack.api.check import SkillCheck as SkillCheck
from skillpack.api.check import check_skills as check_skills
from skillpack.api.install import InstalledSkill as InstalledSkill
from skillpack.api.install import install_skills as install_skills
from skillpack.errors import SkillpackError as SkillpackError
from skillpack.runtime.budget import Budgets as Budgets
from skillpack.runtime.catalog import load_catalog as load_catalog
from skillpack.runtime.dialect import DIALECTS as DIALECTS
from skillpack.runtime.event import Event as Event
from skillpack.runtime.library import SkillLibrary as SkillLibrary
from skillpack.runtime.registry import SkillRegistry as SkillRegistry
from skillpack.runtime.session import Session as Session
from skillpack.runtime.skill import Skill as Skill
from skillpack.runtime.store import SkillStore as SkillStore
from skillpack.runtime.store import load_skills as load_skills
from skillpack.runtime.tool import Tool as Tool
from skillpack.runtime.tool import call_tool as call_tool

__version__: str
