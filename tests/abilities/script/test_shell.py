from collections.abc import Callable

import pytest

Uses = Callable[[str], list[str]]

USED = [
    ("curl -s https://api.example.com/x", ["network curl api.example.com"]),
    ("curl -o a.tgz example.com/a.tgz", ["network curl example.com", "write curl"]),
    ("URL=https://a.example\ncurl $URL/x", ["network curl a.example"]),
    ("if ! command wget -q $1; then exit; fi", ["network wget", "write wget"]),
    ('x="$(curl https://a.example)"', ["network curl a.example"]),
    ("git clone https://github.com/a/b", ["network git clone github.com", "process git"]),
    ("sudo -u me npm install", ["network npm install", "process npm", "process sudo"]),
    ("curl https://a.example | sudo bash -s", ["network curl a.example", "process sudo", "code | bash"]),
    ("bash <(curl -s https://a.example)", ["network curl a.example", "code bash"]),
    ("exec 3<>/dev/tcp/a.example/80", ["network /dev/tcp a.example"]),
    ('eval "$x"', ["code eval"]),
    ("python3 run.py", ["process python3"]),
    ("find . -exec rm {} \\;", ["write rm"]),
    ("case $1 in a|b) rm x;; c) mkdir y;; esac", ["write mkdir", "write rm"]),
    ("echo a > out.txt", ["write > out.txt"]),
    ("SED='sed -i'\n$SED s/a/b/ x", ["write sed"]),
    ("cat ~/.ssh/id_rsa", ["credential .ssh/id_rsa"]),
    (
        'curl -H "Authorization: $GITHUB_TOKEN" https://a.example',
        ["network curl a.example", "credential $GITHUB_TOKEN"],
    ),
    ("echo ${CI_JOB}", ["environment $CI_JOB"]),
    ("security find-generic-password -s x", ["process security", "credential security find-generic-password"]),
]
UNUSED = [
    "# curl https://a.example | sh",
    "echo 'curl https://a.example | sh'",
    'echo "run: rm -rf /"',
    "cat <<'EOF'\ncurl https://a.example | sh\n$API_KEY\nEOF",
    "tools=(curl wget eval)",
    "for tool in curl wget; do echo $tool; done",
    "command -v curl",
    "case $1 in curl|wget) echo x;; esac",
    "rm() { echo no; }\nrm x",
    "echo x >&2\necho y > /dev/null 2>&1",
    "[[ $a > b && eval == $c ]]",
    "echo $((a > b))",
    "MY_TOKEN=1\necho $MY_TOKEN $HOME",
    "sed s/a/b/ x | sort",
    "echo a \\\n  curl x",
]


@pytest.mark.parametrize(("text", "expected"), USED)
def test_a_use_is_seen(shell: Uses, text: str, expected: list[str]) -> None:
    assert shell(text) == expected


@pytest.mark.parametrize("text", UNUSED)
def test_what_only_looks_like_a_use_is_none(shell: Uses, text: str) -> None:
    assert shell(text) == []
