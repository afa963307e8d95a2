"""Skills through every way by which git reaches a server, all on this machine."""

import base64
import os
import shutil
import signal
from pathlib import Path

import pytest

from skillpack.errors import FetchError, MissingError, OfflineError
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Assurance, SourceKind
from skillpack.sources.http.timeouts import Timeouts
from skillpack.sources.spec import Spec, parse_spec


def spec(text: str) -> Spec:
    return parse_spec(text, is_there=lambda _: False)


class TestSmart:
    def test_gives_the_skills_and_what_they_hold(self, author, ask, smart) -> None:
        url, _ = smart(author.bare)
        releases = ask(url)
        assert sorted(releases) == ["csv", "pdf"]
        assert releases["pdf"].description == "Does what pdf does. Use when asked."
        assert sorted(releases["pdf"].get().tree.tree.files) == ["SKILL.md", "notes.md"]

    def test_says_from_which_commit(self, author, ask, smart) -> None:
        url, _ = smart(author.bare)
        source = ask(f"{url}@v1#skills/pdf")["pdf"].provenance
        assert (source.kind, source.location, source.path) == (SourceKind.GIT, url.removeprefix("git+"), "skills/pdf")
        assert (source.wanted, source.revision) == ("v1", author.git("rev-parse", "HEAD"))
        assert source.assurance is Assurance.DIGEST

    def test_says_when_the_commit_was_made(self, author, ask, smart) -> None:
        assert ask(smart(author.bare)[0])["pdf"].date == "2025-10-09"

    def test_files_of_other_skills_are_not_received(self, author, ask, smart) -> None:
        author.write("skills/csv/huge.bin", bytes(range(256)) * 4000)
        author.commit()
        url, _ = smart(author.bare)
        ask(f"{url}#skills/pdf")
        kept = sum(path.stat().st_size for path in ask.store.parent.rglob("*.pack"))
        assert kept < 5000

    def test_nothing_is_received_twice(self, author, ask, smart) -> None:
        url, seen = smart(author.bare)
        ask(f"{url}#skills/pdf")
        assert seen.fetches > 0
        seen.clear()
        ask(f"{url}#skills/pdf")
        assert seen.fetches == 0
        assert len(seen) > 0

    def test_of_a_new_commit_only_what_changed_is_received(self, author, ask, smart) -> None:
        url, seen = smart(author.bare)
        before = ask(f"{url}#skills/pdf")["pdf"].digest
        author.write("README.md", "other")
        author.commit()
        seen.clear()
        after = ask(f"{url}#skills/pdf")["pdf"]
        assert after.digest == before
        assert seen.fetches == 1  # the commit with its folders; the files are here

    def test_the_commit_is_told_without_receiving(self, author, ask, smart) -> None:
        url, seen = smart(author.bare)
        assert ask.repositories().commit(spec(url)) == author.git("rev-parse", "HEAD")
        assert seen.fetches == 0

    def test_a_whole_commit_that_is_kept_asks_nobody(self, author, ask, smart) -> None:
        url, seen = smart(author.bare)
        commit = author.git("rev-parse", "HEAD")
        ask(f"{url}@{commit}#skills/pdf")
        seen.clear()
        ask(f"{url}@{commit}#skills/pdf")
        assert seen == []

    def test_a_commit_that_no_branch_has_any_more_is_received_by_its_name(self, author, ask, smart) -> None:
        commit = author.git("rev-parse", "HEAD")
        author.git("commit", "--quiet", "--amend", "--message=other")
        author.git("tag", "--delete", "v1")
        author.push()
        assert ask(f"{smart(author.bare)[0]}@{commit}#skills/pdf")["pdf"].provenance.revision == commit

    @pytest.mark.parametrize("digits", [7, 12, 39])
    def test_a_few_digits_name_a_commit_of_the_past(self, author, ask, smart, digits: int) -> None:
        commit = author.git("rev-parse", "HEAD")
        author.git("tag", "--delete", "v1")
        author.write("README.md", "later")
        author.commit()
        releases = ask(f"{smart(author.bare)[0]}@{commit[:digits]}")
        assert releases["pdf"].provenance.revision == commit
        assert releases["pdf"].provenance.wanted == commit[:digits]

    def test_an_old_server_is_read_too(self, author, ask, smart) -> None:
        first = author.git("rev-parse", "HEAD")
        author.write("README.md", "later")
        author.git("tag", "--delete", "v1")
        author.commit()
        url, _ = smart(author.bare, version=0)
        assert sorted(ask(url)) == ["csv", "pdf"]
        assert ask(f"{url}@{first}")["pdf"].provenance.revision == first  # with the history: it gives no single commit

    def test_a_server_that_leaves_nothing_out_is_read_too(self, author, ask, smart) -> None:
        author.configure("uploadpack.allowFilter", "false")
        assert sorted(ask(smart(author.bare)[0])["pdf"].get().tree.tree.files) == ["SKILL.md", "notes.md"]

    def test_a_repository_of_longer_names_is_read(self, make_author, ask, smart) -> None:
        author = make_author(form="sha256")
        author.skill("skills/pdf")
        commit = author.commit()
        assert len(commit) == 64
        assert ask(smart(author.bare)[0])["pdf"].provenance.revision == commit

    def test_the_same_skill_has_one_digest_whatever_the_repository(self, author, make_author, ask) -> None:
        other = make_author(form="sha256")
        other.skill("tools/pdf", notes="n" * 1000)
        other.commit()
        first, second = ask(f"{author.url}#skills/pdf")["pdf"], ask(other.url)["pdf"]
        assert first.digest == second.digest == tree_digest(second.get().tree.tree)

    def test_a_branch_with_slashes_is_found_in_the_address_of_a_page(self, author, ask, smart) -> None:
        author.git("checkout", "--quiet", "-b", "feature/new/look")
        author.skill("skills/new-one")
        commit = author.commit()
        url = smart(author.bare)[0].removeprefix("git+").removesuffix(".git")
        author.bare.rename(author.bare.with_suffix(""))
        available = ask(f"{url}/tree/feature/new/look/skills/new-one")["new-one"]
        assert (available.provenance.wanted, available.provenance.path) == ("feature/new/look", "skills/new-one")
        assert available.provenance.revision == commit


class TestOthers:
    def test_plain_files_are_read(self, author, ask, dumb) -> None:
        url, seen = dumb(author.bare)
        assert sorted(ask(url)["pdf"].get().tree.tree.files) == ["SKILL.md", "notes.md"]
        seen.clear()
        assert ask(f"{url}#skills/pdf")["pdf"].digest
        assert all("info/refs" in path or "HEAD" in path for path, _ in seen)

    def test_a_folder_on_this_machine_is_read(self, author, ask) -> None:
        assert ask(f"{author.url}@main#skills/csv")["csv"].provenance.location == f"file://{author.bare}"

    def test_a_checkout_on_this_machine_is_read_as_it_was_committed(self, author, ask) -> None:
        author.write("skills/pdf/SKILL.md", "work in progress")
        assert sorted(ask(f"git+file://{author.folder}")) == ["csv", "pdf"]

    def test_ssh_is_told_where_and_nothing_else(self, author, ask, ssh) -> None:
        url, told = ssh(author.bare)
        assert sorted(ask(url)) == ["csv", "pdf"]
        words = told.read_text().splitlines()[0]
        assert "'git@git.example.com'" in words
        assert f"git-upload-pack '{author.bare}'" in words

    def test_the_short_form_reaches_ssh_too(self, author, ask, ssh) -> None:
        ssh(author.bare)
        assert sorted(ask(f"git@git.example.com:{str(author.bare).lstrip('/')}")) == ["csv", "pdf"]

    def test_the_protocol_of_git_itself_is_refused(self, author, ask, daemon) -> None:
        # Nobody on its way can be told from the server.
        ask.setting(f"url.git://{daemon(author.bare)}/.insteadOf", "https://git.example.com/")
        with pytest.raises(FetchError, match="transport 'git' not allowed"):
            ask(f"git+https://git.example.com/{author.bare.name}")

    def test_a_mirror_of_the_user_serves_instead(self, author, ask) -> None:
        ask.setting(f"url.file://{author.bare.parent}/.insteadOf", "https://github.com/")
        author.bare.rename(author.bare.parent / "skills.git")
        (author.bare.parent / "acme").mkdir()
        (author.bare.parent / "skills.git").rename(author.bare.parent / "acme/skills")
        available = ask("acme/skills/skills/pdf")["pdf"]
        assert available.provenance.location == "https://github.com/acme/skills"


class TestLogin:
    LOGIN = "Basic " + base64.b64encode(b"me:secret").decode()

    def test_nobody_is_asked(self, author, ask, smart) -> None:
        url, _ = smart(author.bare, login=self.LOGIN)
        with pytest.raises(FetchError, match="could not read Username") as caught:
            ask(url)
        assert "credential helper" in caught.value.hint

    def test_the_user_s_credential_helper_serves(self, author, ask, smart) -> None:
        url, _ = smart(author.bare, login=self.LOGIN)
        ask.setting("credential.helper", "!f() { echo username=me; echo password=secret; }; f")
        assert "pdf" in ask(url)
        kept = b"".join(path.read_bytes() for path in ask.store.parent.rglob("*") if path.is_file())
        assert b"secret" not in kept

    def test_a_header_of_the_user_s_settings_serves(self, author, ask, smart) -> None:
        url, _ = smart(author.bare, login="Bearer abc")
        ask.setting("http.extraHeader", "Authorization: Bearer abc")
        assert "pdf" in ask(url)
        kept = b"".join(path.read_bytes() for path in ask.store.parent.rglob("*") if path.is_file())
        assert b"abc" not in kept

    def test_settings_of_the_environment_serve(self, author, ask, smart) -> None:
        url, _ = smart(author.bare, login="Bearer abc")
        ask.env |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "http.extraHeader"}
        ask.env["GIT_CONFIG_VALUE_0"] = "Authorization: Bearer abc"
        assert "pdf" in ask(url)


class TestMissing:
    def test_a_name_that_is_not_there(self, author, ask) -> None:
        with pytest.raises(MissingError, match="has no branch, tag or commit `v9`") as caught:
            ask(f"{author.url}@v9")
        assert caught.value.hint == "there are main, v1"

    def test_digits_that_start_no_commit(self, author, ask) -> None:
        with pytest.raises(MissingError, match="single commit `abcdef0`"):
            ask(f"{author.url}@abcdef0")

    def test_a_commit_that_is_not_there(self, author, ask) -> None:
        with pytest.raises(MissingError, match="has no commit aaaaaaaaaaaa"):
            ask(f"{author.url}@{'a' * 40}")

    def test_a_folder_that_is_not_there(self, author, ask) -> None:
        with pytest.raises(MissingError, match=r"`skills/pptx` of .* does not exist"):
            ask(f"{author.url}#skills/pptx")

    def test_a_file_where_a_folder_is_meant(self, author, ask) -> None:
        with pytest.raises(MissingError, match=r"`README.md` of .* is not a folder"):
            ask(f"{author.url}#README.md")

    def test_a_folder_to_which_a_link_leads(self, author, ask) -> None:
        author.link(".claude/skills", "../skills")
        author.commit()
        with pytest.raises(MissingError, match=r"`.claude/skills/pdf` of .* is behind a link, `.claude/skills`"):
            ask(f"{author.url}#.claude/skills/pdf")
        with pytest.raises(MissingError, match=r"`.claude/skills` of .* is a link"):
            ask(f"{author.url}#.claude/skills")

    def test_a_repository_without_skills(self, make_author, ask) -> None:
        author = make_author()
        author.write("README.md", "nothing")
        author.commit()
        with pytest.raises(MissingError, match="no skills in"):
            ask(author.url)

    def test_a_repository_without_commits(self, make_author, ask) -> None:
        with pytest.raises(MissingError, match="is empty"):
            ask(make_author().url)

    def test_no_repository(self, ask, tmp_path) -> None:
        with pytest.raises(FetchError, match="does not appear to be a git repository"):
            ask(f"git+file://{tmp_path}/nowhere.git")

    def test_a_branch_and_a_tag_that_differ(self, author, ask) -> None:
        author.git("branch", "both")
        author.write("README.md", "later")
        author.commit()
        author.git("tag", "both")
        author.push()
        with pytest.raises(Exception, match="a branch and a tag `both`") as caught:
            ask(f"{author.url}@both")
        assert "refs/heads/both" in caught.value.hint
        assert ask(f"{author.url}@refs/tags/both")["pdf"].provenance.revision == author.git("rev-parse", "HEAD")

    def test_no_git(self, author, ask, tmp_path) -> None:
        ask.env["PATH"] = str(tmp_path)
        with pytest.raises(FetchError, match="`git`, which is not on the PATH"):
            ask(author.url)


class TestOffline:
    def test_what_is_kept_is_given(self, author, ask) -> None:
        online = ask(f"{author.url}@v1#skills/pdf")["pdf"]
        shutil.rmtree(author.bare)
        offline = ask(f"{author.url}@v1#skills/pdf", offline=True)["pdf"]
        assert (offline.digest, offline.provenance) == (online.digest, online.provenance)

    def test_a_few_digits_are_enough(self, author, ask) -> None:
        commit = ask(f"{author.url}#skills/pdf")["pdf"].provenance.revision
        assert ask(f"{author.url}@{commit[:9]}#skills/pdf", offline=True)["pdf"].provenance.revision == commit

    @pytest.mark.parametrize("name", ["", "@v1", "@" + "a" * 40, "@abcdef0"])
    def test_what_was_never_asked_for_is_not_there(self, author, ask, name: str) -> None:
        with pytest.raises(OfflineError, match="`--offline` sends no request"):
            ask(f"{author.url}{name}", offline=True)

    def test_files_that_were_never_needed_are_not_there(self, author, ask) -> None:
        ask(f"{author.url}@main#skills/pdf")
        commit = author.git("rev-parse", "HEAD")
        with pytest.raises(OfflineError, match="not all files"):
            ask(f"{author.url}@{commit}#skills/csv", offline=True)


class TestSlow:
    @pytest.mark.parametrize("stall", ["info/refs", "command=ls-refs", "command=fetch"])
    def test_a_server_that_falls_silent_is_left(self, author, ask, smart, stall: str) -> None:
        ask.timeouts = Timeouts(silence=0.5, whole=10)
        url, _ = smart(author.bare, stall=stall)
        with pytest.raises(FetchError, match=r"in time|too slow|transferred"):
            ask(url)

    def test_a_server_that_drips_is_left(self, ask, tmp_path) -> None:
        # ssh lets us write a server that says something for ever.
        program = tmp_path / "drip"
        program.write_text("#!/bin/sh\nwhile true; do printf 'remote: x\\n' >&2; sleep 0.1; done\n")
        program.chmod(0o755)
        ask.env |= {"GIT_SSH_COMMAND": str(program), "GIT_SSH_VARIANT": "ssh"}
        ask.timeouts = Timeouts(silence=5, whole=1)
        with pytest.raises(FetchError, match="did not answer in time"):
            ask("git+ssh://git@git.example.com/x")

    def test_a_connection_that_ssh_keeps_is_not_waited_for(self, author, ask, tmp_path) -> None:
        program, pid = tmp_path / "keeper", tmp_path / "pid"
        keep = f"exec sleep 600 0</dev/null 1>/dev/null & echo $! >> {pid}\n"
        program.write_text(f'#!/bin/sh\n{keep}for last; do :; done\nexec sh -c "$last"\n')
        program.chmod(0o755)
        ask.env |= {"GIT_SSH_COMMAND": str(program), "GIT_SSH_VARIANT": "ssh"}
        available = ask(f"git+ssh://git@git.example.com{author.bare}#skills/pdf")["pdf"]
        assert available.get().tree.whole
        for each in pid.read_text().split():
            os.kill(int(each), signal.SIGTERM)  # it is there still

    def test_what_was_said_is_read_although_ssh_keeps_a_connection(self, ask, tmp_path) -> None:
        program, pid = tmp_path / "keeper", tmp_path / "pid"
        keep = f"sleep 600 0</dev/null 1>/dev/null & echo $! > {pid}\n"
        program.write_text(f"#!/bin/sh\n{keep}echo 'the door is shut' >&2\nexit 255\n")
        program.chmod(0o755)
        ask.env |= {"GIT_SSH_COMMAND": str(program), "GIT_SSH_VARIANT": "ssh"}
        with pytest.raises(FetchError, match="the door is shut"):
            ask("git+ssh://git@git.example.com/x")
        os.kill(int(pid.read_text()), signal.SIGTERM)

    def test_no_process_stays_behind(self, ask, tmp_path, until) -> None:
        program, pid = tmp_path / "sleeper", tmp_path / "pid"
        program.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 60\n")
        program.chmod(0o755)
        ask.env |= {"GIT_SSH_COMMAND": str(program), "GIT_SSH_VARIANT": "ssh"}
        ask.timeouts = Timeouts(silence=0.3, whole=1)
        with pytest.raises(FetchError, match="did not answer in time"):
            ask("git+ssh://git@git.example.com/x")
        assert until(lambda: has_ended(pid.read_text().strip()))


def has_ended(pid: str) -> bool:
    """Return whether a process ended; one that nobody asks for its end yet has ended too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
