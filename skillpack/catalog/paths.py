"""Where everything lies in the output: the only place that spells a published path."""

HOME = "index.html"
CATALOG = "catalog.json"
VERSIONS = "versions.json"
BUNDLES_INDEX = "bundles.json"
REVIEWS = "reviews.json"
DISCOVERY = ".well-known/agent-skills/index.json"
DISCOVERY_LEGACY = ".well-known/skills/index.json"
MARKETPLACE = "marketplace.json"
LLMS = "llms.txt"
NOT_FOUND = "404.html"
NO_JEKYLL = ".nojekyll"
HEADERS = "_headers"
REDIRECTS = "_redirects"
ROBOTS = "robots.txt"
SITEMAP = "sitemap.xml"
FEED = "feed.xml"
BADGE = "badge.svg"
CARD = "card.png"
MANIFEST = ".skillpack-site"
CHECKS = "checks/index.html"
RULES = "rules/index.html"
BUNDLES = "bundles/index.html"
AGENTS = "agents/index.html"
SIGNED_LIST = "signed-list.json"
SIGNED_PARTS = "signed-list"

_INDEXES = frozenset({CATALOG, VERSIONS, BUNDLES_INDEX, REVIEWS, MARKETPLACE, DISCOVERY, DISCOVERY_LEGACY})
_INSTALLED_FROM = ("archives/", ".well-known/")


def signed_part(number: int) -> str:
    """Return the path of a part of the catalog's signed list; the first is 0."""
    return f"{SIGNED_PARTS}/{number:04d}.json"


def is_index(path: str) -> bool:
    """Return whether a published path is that of an index that installers begin with."""
    return path in _INDEXES


def is_installed_from(path: str) -> bool:
    """Return whether installers read the file of a published path: the catalog's signed list names these, and no page.

    They are indexes, records, archives with what lies beside them, and all that is well-known.
    """
    if path in _INDEXES or path.startswith(_INSTALLED_FROM):
        return True
    return path.startswith("skills/") and (
        (path.endswith("/skill.json") and path.count("/") == 2) or path.endswith(f"/{DISCOVERY}")
    )


def skill_homes(name: str) -> tuple[str, ...]:
    """Return the folders that hold the files of a skill and of no other."""
    return f"skills/{name}", f"archives/{name}", f".well-known/skills/{name}"


def skill_page(name: str) -> str:
    """Return the path of a skill's page."""
    return f"skills/{name}/index.html"


def skill_markdown(name: str) -> str:
    """Return the path of a skill's SKILL.md, raw, for people."""
    return f"skills/{name}/SKILL.md"


def skill_summary(name: str) -> str:
    """Return the path of a skill's page as Markdown, for agents."""
    return f"skills/{name}/index.md"


def skill_feed(name: str) -> str:
    """Return the path of the feed of a skill's versions."""
    return f"skills/{name}/{FEED}"


def skill_badge(name: str) -> str:
    """Return the path of a skill's badge."""
    return f"skills/{name}/{BADGE}"


def skill_card(name: str) -> str:
    """Return the path of the picture that unfolds where the address of a skill's page is pasted."""
    return f"skills/{name}/{CARD}"


def is_card(path: str) -> bool:
    """Return whether a published path is that of a card: its bytes depend on what drew it."""
    return path == CARD or (path.startswith("skills/") and path.endswith(f"/{CARD}") and path.count("/") == 2)


def skill_text(name: str) -> str:
    """Return the path of the lines of a skill's instructions, as a search quotes them."""
    return f"skills/{name}/text.js"


def skill_record(name: str) -> str:
    """Return the path of a skill's record."""
    return f"skills/{name}/skill.json"


def signature(archive: str, sha256: str) -> str:
    """Return the path of a signature beside an archive; its digest names it, for another may take its place."""
    return f"{archive.rpartition('/')[0]}/{sha256[:16]}.oms.sig"


def skill_checksums(name: str) -> str:
    """Return the path of the checksums of a skill's current tree."""
    return f"skills/{name}/SHA256SUMS"


def skill_discovery(name: str) -> str:
    """Return the path of the discovery index that holds this skill alone."""
    return f"skills/{name}/.well-known/agent-skills/index.json"


def skill_file(name: str, path: str) -> str:
    """Return the path of the page of one text file of a skill."""
    return f"skills/{name}/files/{path}/index.html"


def skill_raw(name: str, path: str) -> str:
    """Return the path of a raster image of a skill."""
    return f"skills/{name}/raw/{path}"


def legacy_file(name: str, path: str) -> str:
    """Return the path of a file as it is, for readers of the v0.1 discovery index."""
    return f".well-known/skills/{name}/{path}"


def archive(name: str, label: str, suffix: str = "zip") -> str:
    """Return the path of an archive; `md` is the artifact of a single-file skill."""
    return f"archives/{name}/{name}-{label}.{suffix}"


def archive_checksums(name: str, label: str) -> str:
    """Return the path of the checksums beside an archive."""
    return f"archives/{name}/{name}-{label}.SHA256SUMS"


def version_page(name: str, label: str) -> str:
    """Return the path of the page of one version of a skill."""
    return f"skills/{name}/versions/{label}/index.html"


def version_to_current(name: str, label: str) -> str:
    """Return the path of the page that compares a version with the current one."""
    return f"skills/{name}/versions/{label}/current/index.html"


def rule_page(code: str) -> str:
    """Return the path of a rule's page."""
    return f"rules/{code}/index.html"


def bundle_page(name: str) -> str:
    """Return the path of a bundle's page."""
    return f"bundles/{name}/index.html"


def text_page(stem: str) -> str:
    """Return the path of one of the catalog's own Markdown pages."""
    return f"pages/{stem}/index.html"


def text_source(stem: str) -> str:
    """Return the path of one of the catalog's own pages as Markdown."""
    return f"pages/{stem}/index.md"


def names_list(number: int) -> str:
    """Return the path of one of the lists of names that `llms.txt` leads to; the first is 1."""
    return f"llms/{number}.txt"


def prompt(file: str) -> str:
    """Return the path of a prompt file."""
    return f"prompt/{file}"


def asset(path: str) -> str:
    """Return the path of a theme's asset."""
    return f"assets/{path}"


def schema(file: str) -> str:
    """Return the path of a JSON Schema of what we publish."""
    return f"schema/{file}"


def up(path: str) -> str:
    """Return the relative way from the folder of a published path to the root: `../../` for `a/b/index.html`."""
    return "../" * path.count("/")


def relative(here: str, there: str) -> str:
    """Return the relative URL from one published path to another."""
    start, goal = here.split("/")[:-1], there.split("/")
    shared = 0
    while shared < min(len(start), len(goal) - 1) and start[shared] == goal[shared]:
        shared += 1
    return "../" * (len(start) - shared) + "/".join(goal[shared:])


def home_page(number: int) -> str:
    """Return the path of the home page, or of one of the pages that continue it; the first is 1."""
    return HOME if number == 1 else f"page/{number}/index.html"


def checks_page(number: int) -> str:
    """Return the path of the checks page, or of one of the pages that continue it; the first is 1."""
    return CHECKS if number == 1 else f"checks/{number}/index.html"


def hosts_page(number: int) -> str:
    """Return the path of the table of skills and hosts, or of one of the pages that continue it; the first is 1."""
    return "checks/hosts/index.html" if number == 1 else f"checks/hosts/{number}/index.html"


def sitemap(number: int) -> str:
    """Return the path of one of the files of a sitemap that does not fit one; the first is 1."""
    return f"sitemap-{number}.xml"


def listing(kind: str, address: str = "", number: int = 1) -> str:
    """Return the path of the skills with a tag or of an author, or of all tags or authors.

    Args:
        kind: `tags` or `authors`.
        address: Of the tag or author; empty for the list of all.
        number: Of the page; the first is 1.
    """
    parts = [kind, *([address] if address else []), *([str(number)] if number > 1 else []), "index.html"]
    return "/".join(parts)
