from pathlib import Path

from skillpack.sources.git.server import GitServer
from skillpack.sources.git.settings import git_environment, user_settings

LISTED = (
    b"system\0http.sslcainfo\n/etc/ca\0"
    b"global\0credential.helper\nstore\0"
    b"global\0credential.https://x.example.helper\n\0"
    b"global\0credential.usehttppath\0"
    b"global\0url.git@github.com:.insteadof\nhttps://github.com/\0"
    b"global\0core.sshcommand\nssh -i key\0"
    b"global\0safe.directory\n/srv/git/*\0"
    b"global\0core.hookspath\n/evil\0"
    b"global\0filter.lfs.smudge\nevil\0"
    b"global\0http.followredirects\ntrue\0"
    b"global\0http.https://x.example.followredirects\ntrue\0"
    b"local\0core.sshcommand\nevil\0"
    b"worktree\0credential.helper\nevil\0"
    b"command\0http.extraheader\nA: b\0"
)


def environment(location: str = "https://example.com/x", folder: Path = Path("/nowhere"), **env: str):  # noqa: ANN201
    return git_environment(env, user_settings(LISTED), GitServer(location) if location else None, folder, 30)


def settings(env) -> list[tuple[str, str]]:
    count = int(env["GIT_CONFIG_COUNT"])
    return [(env[f"GIT_CONFIG_KEY_{n}"], env[f"GIT_CONFIG_VALUE_{n}"]) for n in range(count)]


def test_of_the_user_s_settings_those_are_taken_that_reach_a_server() -> None:
    assert user_settings(LISTED) == (
        ("http.sslcainfo", "/etc/ca"),
        ("credential.helper", "store"),
        ("credential.https://x.example.helper", ""),
        ("credential.usehttppath", "true"),
        ("url.git@github.com:.insteadof", "https://github.com/"),
        ("core.sshcommand", "ssh -i key"),
        ("safe.directory", "/srv/git/*"),
        ("http.extraheader", "A: b"),
    )


def test_a_command_that_asks_nobody_gets_none_of_them() -> None:
    told = dict(settings(environment(location="")))
    assert "credential.helper" not in told
    assert "remote.source.url" not in told
    assert told["core.hooksPath"] == "/dev/null"


def test_the_repository_is_named_by_a_setting() -> None:
    assert dict(settings(environment()))["remote.source.url"] == "https://example.com/x"


def test_only_these_transports_are_spoken() -> None:
    assert environment()["GIT_ALLOW_PROTOCOL"] == "https:ssh:file"
    assert environment("http://127.0.0.1/x")["GIT_ALLOW_PROTOCOL"] == "https:ssh:file:http"


def test_the_user_s_ssh_command_is_kept() -> None:
    assert "GIT_SSH_COMMAND" not in environment()
    assert environment(GIT_SSH_COMMAND="mine")["GIT_SSH_COMMAND"] == "mine"
    assert git_environment({}, (), GitServer("ssh://h/x"), Path(), 1)["GIT_SSH_COMMAND"] == "ssh -o BatchMode=yes"


def test_variables_that_lead_astray_are_dropped() -> None:
    env = environment(GIT_DIR="/x", GIT_EXEC_PATH="/x", GIT_CONFIG_PARAMETERS="x", SSH_ASKPASS="x", PATH="/bin")
    assert {"GIT_DIR", "GIT_EXEC_PATH", "GIT_CONFIG_PARAMETERS", "SSH_ASKPASS"}.isdisjoint(env)
    assert env["PATH"] == "/bin"
    assert env["GIT_TERMINAL_PROMPT"] == "0"


def test_repositories_of_others_that_the_user_trusts_are_told_to_a_local_server(tmp_path) -> None:
    path = environment("file:///srv/git/x", tmp_path)["GIT_CONFIG_GLOBAL"]
    assert Path(path).read_text() == '[safe]\n\tdirectory = "/srv/git/*"\n'
    assert environment(folder=tmp_path)["GIT_CONFIG_GLOBAL"] == "/dev/null"


def test_redirects_are_not_followed_whatever_the_user_says() -> None:
    assert [value for key, value in settings(environment()) if "followredirects" in key.lower()] == ["false"]


def test_git_finds_the_host_where_it_was_judged_unless_the_user_says_where() -> None:
    pinned = GitServer("https://example.com/x", "example.com:443:93.184.216.34")
    user = (("http.curloptresolve", "example.com:443:10.0.0.5"),)
    told = settings(git_environment({}, user, pinned, Path(), 1))
    found = [value for key, value in told if key.lower() == "http.curloptresolve"]
    assert found == ["example.com:443:93.184.216.34", "example.com:443:10.0.0.5"]


def test_where_a_redirect_led_nothing_is_rewritten() -> None:
    moved = GitServer("https://h/x", is_moved=True)
    keys = [key for key, _ in settings(git_environment({}, user_settings(LISTED), moved, Path(), 1))]
    assert "url.git@github.com:.insteadof" not in keys
    assert "credential.helper" in keys
