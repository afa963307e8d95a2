"""JSON Schemas (2020-12) of what the commands about installed skills print with `--json`: lists of flat records."""

from skillpack.report.schema import a_list, an_object, document, flag, one_of, or_null, text

_ACTIONS = ("add", "replace", "remove", "restore", "keep", "refuse", "fail")
_STANDINGS = (
    *(
        "current",
        "newer",
        "older",
        "changed",
        "republished",
        "held",
        "rolled-back",
        "yanked",
        "withdrawn",
        "renamed",
        "removed",
    ),
    *("unreachable", "sourceless", "damaged"),
)
_KINDS = ("changed", "added", "removed", "special", "unreadable")


_PLACE = {
    "path": text("Folder of the skill"),
    "target": text("The root as flags say it: `global`, `workspace:PATH`, `agent:NAME:global`, `root:PATH`"),
}
_STANDING = {
    "installed": text("Version that is there"),
    "offered": or_null("Version that its source offers instead; null for none"),
    "standing": one_of(_STANDINGS, "How the two stand to each other"),
    "successor": text("Name that a renamed skill has now, or empty"),
    "yanked": text("Why the installed version was taken back, or empty"),
    "help": text("The command that helps, or empty"),
}

_CHANGED = an_object(
    name=text("Of the skill; of what failed, the SPEC or the root"),
    action=one_of(_ACTIONS, "`fail`: it never came so far as to be decided on"),
    done=flag("False for what is only planned (`--dry-run`), kept, refused, declined or failed"),
    reason=text("Why it was kept, refused or failed, or empty"),
    hint=text("What helps, or empty"),
    was=or_null("Version that was there before; null for none of ours"),
    now=or_null("Version that is there afterwards (`rollback`)"),
    label=or_null("Version that was to be placed"),
    digest=or_null("Of its files, 64 hex digits"),
    date=text("When it was published, an ISO date, or empty"),
    source={"type": "object", "description": "Where it came from, as the receipt has it"},
    trust=text("The same in one sentence, and what was checked"),
    purged=flag("The previous version is gone too (`uninstall --purge`)"),
    **_STANDING,
    **_PLACE,
)
_ALWAYS = {"required": ["name", "action", "done", "reason"]}  # the others are there where they mean something
CHANGED = document(
    "changed:1", "What skillpack install, update, uninstall and rollback did", a_list({**_CHANGED, **_ALWAYS})
)

_OUTDATED = an_object(name=text("Of the skill"), reason=text("Why it stands so, or empty"), **_STANDING, **_PLACE)
OUTDATED = document("outdated:1", "What skillpack outdated found", a_list(_OUTDATED))

_VERIFIED = an_object(
    name=text("Of the skill"),
    label=or_null("Its version; null for what is only in the lock file"),
    digest=or_null("Of its files as they were placed, 64 hex digits"),
    sound=flag("Every byte is as it was placed, and as the lock file says"),
    fault=text("What is wrong as a whole, or empty"),
    differences=a_list(
        an_object(kind={"enum": list(_KINDS)}, path=text("Relative to the skill")),
        "Every file that is not as it was placed",
    ),
    not_ours=a_list(
        {"type": "string"}, "Paths of files in `__pycache__`, which Python makes and runs; they change no status"
    ),
    **_PLACE,
)
VERIFIED = document("verified:1", "What skillpack verify found", a_list(_VERIFIED))
