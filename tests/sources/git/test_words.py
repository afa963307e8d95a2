import pytest

from skillpack.sources.git.messages import cannot_give_one, hint, problem

CASES = [
    (
        "fatal: could not read Username for 'https://github.com': terminal prompts disabled\n",
        "could not read Username for 'https://github.com': terminal prompts disabled",
        "credential helper",
    ),
    (
        "remote: Repository not found.\nfatal: repository 'https://me:secret@github.com/a/b/' not found\n",
        "repository 'https://github.com/a/b/' not found",
        "credential helper",
    ),
    (
        (
            "git@github.com: Permission denied (publickey).\r\nfatal: Could not read from remote repository.\n\n"
            "Please make sure you have the correct access rights\nand the repository exists.\n"
        ),
        "git@github.com: Permission denied (publickey)",
        "ssh agent",
    ),
    (
        "fatal: unable to access 'https://me:secret@x/': Could not resolve host: x",
        "no network, or no such host",
        "--offline",
    ),
    ("No ED25519 host key is known for x\nHost key verification failed.\n", "Host key verification", "accept it"),
    ("fatal: detected dubious ownership in repository at '/srv/x'\n", "detected dubious", "safe.directory"),
    ("remote: Counting objects: 10%\rremote: Counting objects: 100%\nerror: `x`\x1b[31m bad", "'x'", ""),
    ("", "it gives no reason", ""),
]


@pytest.mark.parametrize(("said", "reason", "helps"), CASES)
def test_one_reason_is_told(said: str, reason: str, helps: str) -> None:
    told = problem(said)
    assert reason in told
    assert told.isprintable()
    assert "secret" not in told
    assert helps in hint(said)
    assert bool(helps) == bool(hint(said))


def test_a_long_reason_is_cut() -> None:
    assert len(problem("fatal: " + "x" * 5000)) <= 200


@pytest.mark.parametrize(
    "said",
    [
        "fatal: dumb http transport does not support shallow capabilities",
        "error: Server does not allow request for unadvertised object " + "a" * 40,
        "fatal: remote error: upload-pack: not our ref " + "a" * 40,
    ],
)
def test_servers_that_give_no_single_commit_are_known(said: str) -> None:
    assert cannot_give_one(said)


def test_others_are_not_taken_for_them() -> None:
    assert not cannot_give_one("fatal: unable to access 'https://x/': Could not resolve host: x")
