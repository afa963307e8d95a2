"""Programs of a shell by what they do with data: print what people keep, pass on, send, decode, keep or run it."""

import re

from skillpack.model.ability import AbilityKind


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


READERS = _words(
    "cat head tail less more tac nl base64 base32 xxd od hexdump gzip zip tar openssl grep egrep rg sed awk gawk jq"
    " yq cut sort"
    " uniq strings tr rev fold paste column sqlite3 iconv bat gpg dd bzip2 xz zstd 7z zcat gunzip tee xargs envsubst"
    " age uuencode"
    " plutil dump sops pv split"
)
"""Programs that print what their input and the files named to them hold."""

SUMMARIES = _words(
    "wc sha1sum sha256sum sha512sum md5sum md5 shasum cksum sum test [ [[ true false cmp stat file exit return"
)
"""Programs whose output says nothing of what their input holds."""

PRINTS = _words("echo printf print")
LISTS = _words("ls find tree du tar zip fd")
"""Programs that name or pack what a folder holds."""

SHELLS = _words("sh bash zsh dash ksh ash fish csh tcsh mksh")
LANGUAGES = re.compile(r"(?:python|pypy)[\d.]*|node|perl|ruby|php|deno|bun|lua|osascript|pwsh|tclsh|Rscript|powershell")
CHECKS = _words(
    "sha256sum sha512sum sha1sum md5sum b2sum shasum gpg gpgv minisign cosign signify codesign spctl openssl"
    " slsa-verifier"
)
"""Programs that tell whether a file is the one that somebody answers for."""

SENDERS = _words(
    "curl wget http https xh nc ncat netcat socat telnet scp rsync sftp ftp lftp ssh sendmail mail mailx mutt msmtp"
    " swaks rclone"
    " gsutil s3cmd croc wormhole aws az gcloud gh glab git dig nslookup host drill ping websocat mosquitto_pub tftp"
    " openssl"
    " ntfy slackcat twurl busctl"
)
"""Programs that may send; `sends` of the table below says with which words."""

ONLY_WITH = {
    "aws": r"s3 (?:cp|sync|mv)|s3api put-object|sns publish|sqs send|lambda invoke|ses send",
    "az": r"storage blob upload|storage file upload", "gcloud": r"storage cp|pubsub topics publish",
    "gh": r"(?:issue|gist|pr|release|api|repo)\b.*", "glab": r"(?:issue|snippet|mr|api)\b.*", "git": r"push",
    "openssl": r"s_client", "rclone": r"(?:copy|sync|move|rcat|copyto)", "gsutil": r"(?:-m )?(?:cp|rsync|mv)",
    "s3cmd": r"put|sync",
}  # fmt: skip
"""Programs -> their first words where they send."""


def any_of(*patterns: re.Pattern[str]) -> re.Pattern[str]:
    """Return a pattern that matches where one of some does: what all of them refuse is asked once."""
    return re.compile("|".join(f"(?:{pattern.pattern})" for pattern in patterns))


PUBLIC = re.compile(r"(?:gh|glab) (?:issue|gist|pr|release|snippet|mr)\b")
NO_DATA = {
    "curl": _words(
        "--key --cert -E --cacert --capath -K --config -o --output --netrc-file --pubkey -c --cookie-jar -x --proxy"
        " --resolve"
        " --max-time -m -w --write-out -A --user-agent -D --dump-header --key-type --cert-type --connect-timeout"
        " --retry"
    ),
    "wget": _words("--certificate --private-key --ca-certificate -O --output-document -o -P --directory-prefix"
    " --load-cookies"),
    "scp": _words("-i -F -o -P"), "sftp": _words("-i -F -o -P -b"), "ssh": _words("-i -F -o -p -l -L -R -D -J"),
    "rsync": _words("-e --rsh --exclude --include --password-file --exclude-from --include-from --files-from"),
    "git": _words("-c"), "openssl": _words("-CAfile -cert -key"),
}  # fmt: skip
"""Programs -> options whose value is not sent."""

PRIVATE_PROGRAMS: tuple[tuple[re.Pattern[str], AbilityKind, str], ...] = tuple(
    (re.compile(pattern), kind, shown)
    for pattern, kind, shown in (
        (r"(?:env|printenv|set|export(?: -p)?|declare -[xp]+|typeset -x|compgen -e)(?: -0| --null| -p)?$",
        AbilityKind.ENVIRONMENT,
         "the whole environment"),
        (r"cat /proc/(?:self|\$\$|1|\$\w+|\d+)/environ|(?:strings|xargs|tr) .*/proc/(?:self|\d+)/environ",
        AbilityKind.ENVIRONMENT,
         "the whole environment"),
        ((r"(?:pbpaste|wl-paste)\b|xclip\b.* -o|xsel\b.* (?:-o|-b|--output)|powershell.* Get-Clipboard|win32yank.* -o"
            r"|termux-clipboard-get"),
         AbilityKind.CLIPBOARD, "the clipboard"),
        ((r"security (?:dump-keychain|export)|security find-\S+ .*Chrome|secret-tool search|cmdkey /list|vaultcmd /list"
         r"|gnome-keyring|kwallet-query|keyring (?:list|dump)"), AbilityKind.KEYCHAIN, "the keychain"),
        (r"op item list|bw list|lpass (?:export|ls)|pass (?:ls|git)|gpg .*--export-secret", AbilityKind.KEYCHAIN,
        "the password store"),
        ((r"aws configure export-credentials|kubectl get secrets?\b.* -o ?\S+|ssh-add -L .*private|gh auth status"
            r" .*-t\b"),
         AbilityKind.KEY_FILE, "credentials"),
        (r"(?:history(?! -[acdnrw]\b)|fc -l)\b", AbilityKind.KEY_FILE, "the history of the shell"),
    )
)  # fmt: skip
"""Commands that print what people keep to themselves."""

NAMED_SECRETS = re.compile(
    r"(?P<github>gh auth token)|(?P<google>gcloud auth (?:application-default )?print)|aws configure get (?P<aws>\S+)"
    r"|security find-\S+ .*?-s (?P<item>\S+)|secret-tool lookup (?P<label>.+)|pass show (?P<pass>\S+)|op read"
    r" (?P<op>\S+)"
    r"|vault (?:kv get|read) (?P<vault>.+)|keyring get (?P<ring>\S+)|(?P<azure>az account get-access-token)"
)
"""Commands that print one secret that they name."""

ANY_PRIVATE = any_of(*(pattern for pattern, _, _ in PRIVATE_PROGRAMS), NAMED_SECRETS)
"""Commands that print what people keep to themselves, named or not."""

CONVERSATION = re.compile(
    r"[<{\[(](?:the |full |entire |whole |this |your |our |current |complete )*(?:conversation|chat|transcript)"
    r"(?:[ _-](?:history|so[ _-]far|transcript|log|text|context|here|json|summary))*[>}\])]",
    re.IGNORECASE,
)
CONVERSATION_NAME = re.compile(r"(?:\w*_)?(?:TRANSCRIPT|CONVERSATION|CHAT_HISTORY)(?:_PATH|_FILE|_JSON|_TEXT)?")

DECODES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), shown)
    for pattern, shown in (
        (r"(?:base64|base32|gbase64|basenc)\b.* (?:-d\w*|-D|--decode|-di)\b|base64 -\w*[dD]|uudecode\b", "base64"),
        (r"openssl (?:base64|enc)\b.* -\w*d\b", "encrypted or base64 text"),
        (r"xxd\b.* -\w*r|xxd -\w*r", "hexadecimal text"),
        (r"rev\b", "reversed text"),
        (r"tr \S*(?:A-Z|a-z)\S* \S*(?:[N-Zn-z]-[zZ]|[B-Yb-y]-[zZ]?[Aa]-)\S*", "rotated letters"),
        (r"(?:echo -\w*e|printf|print)\b.*?(?:\\(?:x[2-7][0-9a-fA-F]|0?[01][0-7]{2}|u00[2-7][0-9a-fA-F])){3}",
        "numbers of characters"),
        ((r"(?:python[\d.]*|perl|ruby|node|php) -\w*[ecr]\b.*(?:b64decode|decode_base64|unhexlify|fromhex|a2b_"
            r"|base64_decode|zlib"
         r"|pack\(|Base64|fromCharCode|atob|chr\()"), "text that a script decodes"),
        (r"gpg\b.* (?:-d|--decrypt)\b.*--passphrase|gpg\b.*--passphrase.* (?:-d|--decrypt)\b", "encrypted text"),
    )
)  # fmt: skip
ANY_DECODES = any_of(*(pattern for pattern, _ in DECODES))
UNPACKS_TEXT = re.compile(r"(?:gunzip|zcat|gzip -\w*d|bzip2 -\w*d|bunzip2|xz -\w*d|zstd -\w*d|unxz)\b")
"""Commands that unpack; what they print is hidden only where their input stands in the script."""

OWN_CHECKS = re.compile(
    r"\b(?:y/n|yes/no|are you sure|confirm|continue\?|proceed\?)|\bread\b.{0,40}\s-\w*p", re.IGNORECASE
)
"""What a script says where it asks before it destroys."""
