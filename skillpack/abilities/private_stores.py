"""Stores in which other programs keep what is private, read by a skill whose description does not speak of them."""

import re
from collections.abc import Iterable, Iterator, Mapping

from skillpack.abilities.places import shown
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.model.skill import ParsedSkill
from skillpack.parse.patterns import late

_KEYS = r"\.ssh(?!/(?:config|known_hosts))|id_(?:rsa|ed25519|ecdsa|dsa)$"
_STORES = (
    (AbilityKind.BROWSER, late(r""), late(
        r"browser|chrom|firefox|safari|\bedge\b|brave|cookie|log.?ins?\b|signed.in|password|bookmark|history|tabs?\b"
        r"|session|lesezeichen|verlauf|reiter|kennw[oö]rt|passw|marcador|historial|contrase|favori|historique|segnalibr|cronologia|senha"
        r"|навигат|закладк|истори|書籤|书签|浏览|ブックマーク|履歴")),
    (AbilityKind.WALLET, late(r""), late(
        r"wallet|crypto|coin|solana|ethereum|\bsol\b|\beth\b|token|chain|web3|defi|ledger|nft|trading|keypair")),
    (AbilityKind.KEYCHAIN, late(r"the keychain|the password store|Keychain|keyring"), late(
        r"key.?(?:chain|ring)|password|secret|credential|vault|1password|bitwarden|lastpass|sign"
        r"|certificate|schlüsselbund|kennw[oö]rt|passw|contrase|mot[s]? de passe|senha|trousseau"
        r"|llavero|portachiavi|пароль|密码"
        r"|パスワード")),
    (AbilityKind.MAIL, late(r""), late(
        r"mail|mbox|imap|messag|chat|inbox|outlook|thunderbird|\bsms\b|conversation|newsletter"
        r"|unsubscri|correspond|nachricht|postfach|courriel"
        r"|correo|mensaj|messagg|bericht|wiadomo|discussion|сообщени|почт|邮件|消息|メール|메일")),
    (AbilityKind.KEY_FILE, late(_KEYS), late(
        r"\bssh\b|\bkeys?\b|server|deploy|remote|dotfile|back.?up|\bgit|host|secur|credential|secret|\bsign|schlüssel|\bclés?\b|clave|chiav|sleutel|klucz|ключ|密钥|鍵|serveur"
        r"|servidor")),
    (AbilityKind.KEY_FILE, late(r"_history$|the history of the shell"), late(
        r"history|shell|terminal|command|bash|zsh|usage|habit|alias|audit|forensic")),
    (AbilityKind.KEY_FILE, late(r"\.gnupg|\.password-store"), late(
        r"gpg|gnupg|\bpass\b|password|secret|encrypt|decrypt|sign|key|credential|back.?up|dotfile")),
)  # fmt: skip
"""Kind, the names of the store among those of the kind, and the words with which a description speaks of it."""

_READING = (
    "cat head tail less more base64 base32 xxd od strings gzip zip tar 7z openssl grep egrep rg sed awk cut sort"
    " sqlite3 dd tee cp Get-Content gc Copy-Item Compress-Archive type copy security secret-tool history"
)
_PROGRAMS = frozenset(_READING.split())
"""Programs of a shell that read the files which they are given; others, such as `ssh`, use a key for what it is for."""

_SECURITY = late(r"secur|intrusion|incident|compromis|malware|attack|forensic|investigat|audit|leak|privacy")
"""Words of descriptions of skills that look at a machine as a whole."""


def private_store_concerns(
    skill: ParsedSkill, abilities: Iterable[Ability], texts: Iterable[TextFile]
) -> Iterator[Concern]:
    """Yield the reads of private stores of other programs, of which the description of a skill says nothing.

    Args:
        skill: As parsed.
        abilities: Of it.
        texts: Its text files, for the lines.
    """
    description = skill.description.lower()
    found = [each for each in abilities if _is_read(each)] if not _SECURITY().search(description) else []
    content = {each.path: each.base for each in texts} if found else {}
    for each in found:
        for kind, names, spoken in _STORES:
            if each.kind is kind and names().search(each.target) and not spoken().search(description):
                yield _concern(each, content)


def _is_read(ability: Ability) -> bool:
    if ability.origin not in {AbilityOrigin.SCRIPT, AbilityOrigin.COMMAND}:
        return False
    if ability.kind not in {kind for kind, _, _ in _STORES}:
        return False
    if ability.words == ability.target:  # only named
        return False
    by_shell = re.fullmatch(r"[\w-]+", ability.words) and ability.words != "read"
    return not by_shell or ability.words.partition(" ")[0] in _PROGRAMS


def _concern(ability: Ability, content: Mapping[str, bytes]) -> Concern:
    lines = content.get(ability.path, b"").split(b"\n", ability.line)
    line = lines[ability.line - 1] if 0 < ability.line <= len(lines) else b""
    at = Position(ability.path, Span(ability.line, 1, ability.line, len(line.decode("utf-8", "replace")) + 1))
    facts = (("what", ability.target or ability.words),)
    return Concern(ConcernKind.READS_PRIVATE, AlarmLevel.READ_FIRST, at, shown(line, 100), facts)
