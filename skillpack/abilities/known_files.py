"""Files that are known by their place: what people keep to themselves, what is run on its own, what steers an agent."""

import re
from collections.abc import Callable

from msgspec import Struct

from skillpack.model.ability import AbilityKind
from skillpack.parse.patterns import late

_LONGEST = 400  # characters of a path


class KnownFile(Struct, frozen=True):
    """A file or folder that is known by its place; `name` is the part of the path that tells it."""

    kind: AbilityKind
    name: str


_KEYS = (
    r"\.ssh(?!/authorized_keys|/[\w.-]*\.pub\b)(?:/(?:id_\w{1,10}|config|known_hosts|identity|\*))?|\.aws(?:/(?:credentials|config))?|\.netrc|_netrc|\.pypirc"
    r"|\.git-credentials|\.pgpass|\.gnupg|\.kube(?:/config)?|\.docker/config\.json|\.config/(?:gcloud|gh/hosts\.yml|op)"
    r"|\.azure|\.oci|\.terraform\.d/credentials|\.vault-token|\.cargo/credentials|\.password-store|\.my\.cnf|\.boto"
    r"|id_(?:rsa|ed25519|ecdsa|dsa)|etc/shadow|etc/gshadow|application_default_credentials\.json|service[-_]account\.json"
    r"|\.npmrc|\.(?:bash|zsh|python|psql|mysql|node_repl)_history|\.env(?:\.(?:local|production|prod|development))?"
    r"|\w[\w-]*\.(?:pem|p12|pfx|keystore|jks|kdbx)"
)
_PLACES = {
    AbilityKind.KEYCHAIN: (
        r"Library/Keychains|\.local/share/keyrings|login\.keychain(?:-db)?|\.1password|Bitwarden(?: CLI)?"
    ),
    AbilityKind.BROWSER: (
        r"(?:Google/Chrome|google-chrome|BraveSoftware|Chromium|chromium|Microsoft/Edge|microsoft-edge)(?=/|$)|\.mozilla"
        r"|Mozilla/Firefox|Firefox/Profiles|cookies\.sqlite|Login Data|Local State|logins\.json|key4\.db|places\.sqlite"
        r"|Library/Safari|Library/Cookies"
    ),
    AbilityKind.WALLET: (
        r"\.ethereum|\.bitcoin|\.electrum|Electrum/wallets|Exodus|\.config/solana|solana/id\.json|wallet\.dat|keystore/UTC--"
        r"|nkbihfbeogaeaoehlefnkodbefgpgknn|MetaMask|\.monero|Ledger Live|\.zcash|phantom"
    ),
    AbilityKind.MAIL: r"Library/Mail|Library/Messages|chat\.db|\.thunderbird|Thunderbird/Profiles|Outlook/.*\.[op]st",
    AbilityKind.CONVERSATION: (
        r"\.claude/(?:projects|history\.jsonl|todos|transcripts)|\.codex/(?:sessions|history\.jsonl)|\.gemini/tmp"
        r"|\.cursor/chats|\.local/share/opencode"
    ),
    AbilityKind.KEY_FILE: _KEYS,
}
_BEFORE, _BEHIND = r"(?:^|[/\\~'\" =:@(])", r"(?=$|[/\\'\" );:,*]|\.bak)"
_SAMPLE = late(
    r"\.env\.(?:example|sample|template|dist)|example\.pem|(?:known_hosts|\.pub)(?:$|['\" ])|\.ssh/(?:config"
    r"|authorized_keys|[\w.-]+\.pub)"
)

_STARTED = (
    r"\.(?:bash|zsh|z)rc|\.(?:bash_|z)?profile|\.bash_login|\.zshenv|\.zlogin|\.config/fish/config\.fish|etc/profile(?:\.d)?"
    r"|etc/bash\.bashrc|etc/cron[\w.]*|var/spool/cron\w*|crontabs?|Library/Launch(?:Agents|Daemons)|\.config/autostart"
    r"|(?:etc|lib|\.config)/systemd|etc/rc\.local|etc/init\.d|Start Menu/Programs/Startup|Programs\\\\?Startup"
    r"|CurrentVersion\\+Run|\.ssh/authorized_keys|authorized_keys|etc/sudoers(?:\.d)?|etc/ld\.so\.preload"
    r"|\.git/hooks|\.config/git/hooks|\$?PROFILE|Microsoft\.PowerShell_profile\.ps1|sitecustomize\.py|usercustomize\.py"
    r"|\.ipython/profile_\w+/startup|\.xprofile|\.xinitrc|\.inputrc|\.tmux\.conf|\.vimrc"
)

_AGENT_PLACES = {
    AbilityKind.SETTINGS: (
        r"\.claude/settings(?:\.local)?\.json|\.claude\.json|\.codex/config\.toml|\.gemini/settings\.json|\.cursor/settings\.json"
        r"|\.cursor/cli-config\.json|\.vscode/settings\.json|managed-settings\.json|\.config/opencode/opencode\.json|opencode\.json"
    ),
    AbilityKind.HOOKS: r"\.claude/hooks|\.cursor/hooks(?:\.json)?|\.codex/hooks",
    AbilityKind.MCP: r"\.?mcp\.json|\.cursor/mcp\.json|claude_desktop_config\.json|mcp_config\.json|mcp_settings\.json",
    AbilityKind.MEMORY: (
        r"CLAUDE(?:\.local)?\.md|AGENTS\.md|GEMINI\.md|\.cursorrules|\.cursor/rules|\.windsurfrules|\.clinerules|MEMORY\.md"
        r"|\.github/copilot-instructions\.md|\.claude/(?:memory|rules|agents|commands|CLAUDE\.md)|SOUL\.md|IDENTITY\.md"
        r"|\.goosehints|\.codex/AGENTS\.md"
    ),
    AbilityKind.SKILLS: (
        r"\.(?:claude|codex|agents|cursor|gemini|metis|opencode|github|copilot|windsurf|openclaw|clawdbot|moltbot|letta)/skills(?=/|$)"
    ),
}


def _named(pattern: str) -> Callable[[], re.Pattern[str]]:
    return late(f"{_BEFORE}(?P<name>{pattern}){_BEHIND}")


_PRIVATE = _named("|".join(_PLACES.values()))
_PRIVATE_OF = {kind: _named(each) for kind, each in _PLACES.items()}
_RUN_ALONE = _named(_STARTED)
_AGENTS = _named("|".join(_AGENT_PLACES.values()))
_AGENTS_OF = {kind: _named(each) for kind, each in _AGENT_PLACES.items()}
"""All places, which most texts are asked for alone, and those of each kind."""


def private_file(text: str) -> KnownFile | None:
    """Return the private file that a path, or the text of a command, names; None for none."""
    if len(text) > _LONGEST or not text:
        return None
    path = text.replace("\\\\", "/")
    if not _PRIVATE().search(path):
        return None
    for kind, pattern in _PRIVATE_OF.items():
        found = pattern().search(path)
        if found and not _SAMPLE().match(path, found.start("name")):
            return KnownFile(kind, found["name"].strip("/"))
    return None


def started_file(text: str) -> KnownFile | None:
    """Return the file that is run on its own, and that a path or the text of a command names; None for none."""
    found = _RUN_ALONE().search(text) if 0 < len(text) <= _LONGEST else None
    return KnownFile(AbilityKind.PERSISTS, found["name"]) if found else None


def agent_file(text: str) -> KnownFile | None:
    """Return the file that steers an agent, and that a path or the text of a command names; None for none."""
    if 0 < len(text) <= _LONGEST and _AGENTS().search(text):
        for kind, pattern in _AGENTS_OF.items():
            found = pattern().search(text)
            if found:
                return KnownFile(kind, found["name"])
    return None
