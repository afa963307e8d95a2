"""Repositories that mean harm: nothing of them runs, and nothing of them is taken that no folder could hold."""

import os
import re
import subprocess
import tempfile
import zlib
from pathlib import Path

import pytest

from skillpack.check.run import check_skill
from skillpack.errors import FetchError, IntegrityError, SkillpackError, UsageError
from skillpack.model.limits import Limits
from skillpack.model.tree import SkippedKind
from skillpack.parse.skill import parse_skill
from skillpack.sources.spec import Spec, SpecKind, parse_spec

SKILL = b"---\nname: odd\ndescription: Is odd. Use when asked.\n---\n# odd\n"


def odd_kinds(available) -> dict[str, SkippedKind]:
    return {odd.path: odd.kind for odd in available.get().tree.skipped}


class TestNothingRuns:
    def test_filters_of_attributes(self, author, ask, marked) -> None:
        author.write("skills/pdf/.gitattributes", "* filter=evil diff=evil text eol=crlf ident\n")
        author.write("skills/pdf/id.md", "$Id$\nx\n")
        author.commit()
        for key in ("smudge", "clean", "process"):
            ask.setting(f"filter.evil.{key}", marked["program"])
        ask.setting("filter.evil.required", "true")
        ask.setting("diff.evil.textconv", marked["program"])
        available = ask(f"{author.url}#skills/pdf")["pdf"]
        assert available.get().tree.tree.files["id.md"] == b"$Id$\nx\n"  # as it was committed
        assert not Path(marked["mark"]).exists()

    def test_hooks_of_templates_and_of_the_user(self, author, ask, marked, tmp_path) -> None:
        hooks = tmp_path / "template/hooks"
        hooks.mkdir(parents=True)
        for name in ("post-checkout", "post-merge", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
            (hooks / name).symlink_to(marked["program"])
        ask.setting("init.templateDir", str(hooks.parent))
        ask.setting("core.hooksPath", str(hooks))
        ask.env["GIT_TEMPLATE_DIR"] = str(hooks.parent)
        assert "pdf" in ask(author.url)
        assert not Path(marked["mark"]).exists()

    @pytest.mark.parametrize(
        "key",
        [
            "uploadpack.packObjectsHook",
            "core.fsmonitor",
            "core.alternateRefsCommand",
            "core.pager",
            "core.editor",
            "core.gitProxy",
            "core.askPass",
            "gpg.program",
            "remote.source.uploadpack",
            "remote.source.vcs",
            "fetch.output",
            "alias.fetch",
            "trace2.normalTarget",
        ],
    )
    def test_settings_that_run_something(self, author, ask, marked, key: str) -> None:
        author.configure(key, marked["program"])
        ask.setting(key, marked["program"])
        ask.setting("log.showSignature", "true")
        ask.setting("gc.auto", "1")
        assert ask(author.url)["pdf"].get().tree.whole
        assert not Path(marked["mark"]).exists()

    def test_hooks_of_the_repository(self, author, ask, marked) -> None:
        for name in ("post-update", "reference-transaction", "pre-receive"):
            (author.bare / "hooks" / name).unlink(missing_ok=True)
            (author.bare / "hooks").mkdir(exist_ok=True)
            (author.bare / "hooks" / name).symlink_to(marked["program"])
        assert "pdf" in ask(author.url)
        assert not Path(marked["mark"]).exists()

    def test_variables_of_git_do_not_lead_it_astray(self, author, ask, marked, tmp_path) -> None:
        ask.env |= {
            "GIT_DIR": str(tmp_path),
            "GIT_WORK_TREE": str(tmp_path),
            "GIT_EXTERNAL_DIFF": marked["program"],
            "GIT_PAGER": marked["program"],
            "GIT_OBJECT_DIRECTORY": str(tmp_path / "objects"),
            "GIT_INDEX_FILE": str(tmp_path / "index"),
            "GIT_TRACE": str(tmp_path / "trace"),
            "GIT_PROXY_COMMAND": marked["program"],
            "GIT_ALLOW_PROTOCOL": "ext",
            "SSH_ASKPASS": marked["program"],
        }
        assert "pdf" in ask(author.url)
        assert not Path(marked["mark"]).exists()
        assert not (tmp_path / "trace").exists()

    @pytest.mark.parametrize("way", ["ext::{program}", "fd::7", "file://{program}"])
    def test_no_other_transport(self, ask, marked, way: str) -> None:
        ask.setting(f"url.{way.format(**marked)} .insteadOf", "https://git.example.com/")
        with pytest.raises(FetchError):
            ask("git+https://git.example.com/x")
        assert not Path(marked["mark"]).exists()

    @pytest.mark.parametrize(
        "location",
        ["ext::sh -c x", "--upload-pack=x", "-x", "/srv/x", "fd::1", "file://host/x", "ssh://-oProxyCommand=x/y", ""],
    )
    def test_a_receipt_cannot_name_one_either(self, ask, location: str) -> None:
        with pytest.raises(UsageError):
            list(ask.repositories().available(Spec(SpecKind.GIT, location, location=location)))

    @pytest.mark.parametrize("wanted", ["--upload-pack=x", "-x", "a b", "main:x", "a..b", "HEAD^{tree}", "x\n", "@"])
    def test_a_name_is_no_option(self, author, ask, wanted: str) -> None:
        with pytest.raises(UsageError, match="is not a valid branch"):
            list(ask.repositories().available(Spec(SpecKind.GIT, "", wanted=wanted, location=author.url[4:])))

    def test_a_branch_that_is_called_like_an_option(self, author, ask, smart, marked) -> None:
        commit = author.git("rev-parse", "HEAD")
        name = f"--upload-pack={marked['program'].rpartition('/')[2]}"
        author.git("update-ref", f"refs/heads/{name}", commit)
        author.write("README.md", "later")
        author.commit()
        assert ask(f"{smart(author.bare, version=0)[0]}@{commit}")["pdf"].provenance.revision == commit
        assert not Path(marked["mark"]).exists()

    def test_submodules_are_not_followed(self, author, ask) -> None:
        commit = author.git("rev-parse", "HEAD")
        author.write(".gitmodules", f'[submodule "x"]\n\tpath = skills/pdf/x\n\turl = file://{author.bare}\n')
        author.git("update-index", "--add", "--cacheinfo", f"160000,{commit},skills/pdf/x")
        author.git("add", ".gitmodules")
        author.git("commit", "--quiet", "--message=sub")
        author.push()
        available = ask(f"{author.url}#skills/pdf")["pdf"]
        assert odd_kinds(available) == {"x": SkippedKind.SPECIAL}

    def test_a_redirect_leads_to_the_web_alone(self, author, ask, smart) -> None:
        url, _ = smart(author.bare, lead_to=f"file://{author.bare}/info/refs?service=git-upload-pack")
        with pytest.raises(FetchError):
            ask(url)


class TestOddCommits:
    @pytest.mark.parametrize("name", [".git", ".GIT", "..", ".", "a/b", "", "git~1"])
    def test_names_that_no_folder_holds(self, make_author, ask, name: str) -> None:
        author = make_author()
        author.commit()
        skill = author.blob(SKILL)
        author.tree_of(sorted([("100644", skill, "SKILL.md"), ("100644", skill, name)], key=lambda row: row[2]))
        with pytest.raises(SkillpackError, match=r"cannot be read|holds"):
            ask(author.url)

    def test_a_name_that_is_there_twice(self, make_author, ask) -> None:
        author = make_author()
        author.commit()
        author.tree_of([("100644", author.blob(SKILL), "SKILL.md"), ("100644", author.blob(b"other"), "SKILL.md")])
        with pytest.raises(FetchError, match="duplicate"):
            ask(author.url)

    def test_an_object_that_is_not_there(self, make_author, ask) -> None:
        author = make_author()
        author.commit()
        author.tree_of([("100644", author.blob(SKILL), "SKILL.md"), ("100644", "1" * 40, "x")])
        with pytest.raises(FetchError, match="cannot be read"):
            ask(author.url)

    @pytest.mark.parametrize(
        ("names", "rule"),
        [
            (["a\x1b[31m.md"], "control"),
            (["README.md", "readme.md"], "same file"),
            (["con.md"], "device"),
            (["a\u202eb.md"], "direction"),
            (["ab:c"], "stream"),
        ],
    )
    def test_names_that_not_every_system_takes(self, make_author, ask, names: list[str], rule: str) -> None:
        author = make_author()
        author.commit()
        oid = author.blob(SKILL)
        author.tree_of(
            sorted([("100644", oid, name) for name in ("SKILL.md", *names)], key=lambda row: row[2].encode())
        )
        candidate = ask(author.url)["odd"].get().tree
        assert set(names) < set(candidate.tree.files)
        messages = [each.message for each in check_skill(parse_skill(candidate), candidate.tree, Limits())]
        assert any(re.search(rule, message) for message in messages), messages

    def test_a_name_that_is_no_text(self, author, ask) -> None:
        (author.folder / "skills/pdf").joinpath(os.fsdecode(b"\xff.md")).write_text("x")
        author.commit()
        candidate = ask(f"{author.url}#skills/pdf")["pdf"].get().tree
        assert not candidate.whole
        assert [(odd.kind, odd.path) for odd in candidate.skipped] == [(SkippedKind.NAME, r"\xff.md")]

    def test_links_are_told_and_followed_only_within(self, author, ask) -> None:
        author.link("skills/pdf/inside.md", "notes.md")
        author.link("skills/pdf/outside.md", "../../README.md")
        author.link("skills/pdf/secret", "/etc/passwd")
        author.link("skills/pdf/broken", "nowhere")
        author.commit()
        candidate = ask(f"{author.url}#skills/pdf")["pdf"].get().tree
        assert {odd.path: odd.kind for odd in candidate.skipped} == {
            "inside.md": SkippedKind.LINK_INSIDE,
            "outside.md": SkippedKind.LINK_OUTSIDE,
            "secret": SkippedKind.LINK_OUTSIDE,
            "broken": SkippedKind.LINK_BROKEN,
        }
        assert sorted(candidate.tree.files) == ["SKILL.md", "inside.md", "notes.md"]
        assert candidate.tree.files["inside.md"] == b"n" * 1000

    def test_a_mode_says_nothing(self, author, ask) -> None:
        before = ask(f"{author.url}#skills/pdf")["pdf"].digest
        (author.folder / "skills/pdf/notes.md").chmod(0o755)
        author.commit()
        assert ask(f"{author.url}#skills/pdf")["pdf"].digest == before

    def test_what_lies_in_large_file_storage_is_refused(self, author, ask) -> None:
        author.write("skills/pdf/big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n")
        author.commit()
        with pytest.raises(FetchError, match=r"`skills/pdf/big.bin` is stored in Git LFS"):
            ask(f"{author.url}#skills/pdf")


class TestTooMuch:
    def test_a_repository_of_many_files_is_listed(self, author, ask) -> None:
        _add_files(author, "data", 100_000)
        assert ask(f"{author.url}#skills/pdf")["pdf"].get().tree.whole

    def test_a_skill_of_many_files_is_cut(self, author, ask) -> None:
        _add_files(author, "skills/pdf/data", 5_000)
        candidate = ask(f"{author.url}#skills/pdf")["pdf"].get().tree
        assert not candidate.whole
        assert len(candidate.tree.files) == Limits().files
        assert [odd.kind for odd in candidate.skipped] == [SkippedKind.TOO_MANY]

    def test_a_huge_file_is_left_out(self, author, ask) -> None:
        author.write("skills/pdf/huge.bin", b"\0" * (Limits().file + 1))
        author.commit()
        candidate = ask(f"{author.url}#skills/pdf")["pdf"].get().tree
        assert not candidate.whole
        assert odd_kinds(ask(f"{author.url}#skills/pdf")["pdf"]) == {"huge.bin": SkippedKind.TOO_LARGE}
        assert sorted(candidate.tree.files) == ["SKILL.md", "notes.md"]

    def test_files_that_are_too_large_together_are_cut(self, author, ask) -> None:
        ask.limits = Limits(tree=2500)
        author.write("skills/pdf/z.md", "z" * 1800)
        author.commit()
        assert odd_kinds(ask(f"{author.url}#skills/pdf")["pdf"]) == {"z.md": SkippedKind.TOO_LARGE}

    def test_a_huge_skill_file_is_cut(self, author, ask) -> None:
        author.write("skills/pdf/SKILL.md", SKILL + b"x" * Limits().skill_file)
        author.commit()
        candidate = ask(f"{author.url}#skills/pdf")["odd"].get().tree
        assert len(candidate.tree.files["SKILL.md"]) == Limits().skill_file + 1
        assert not candidate.whole

    @pytest.mark.parametrize("filtered", ["true", "false"])
    def test_what_is_received_is_limited(self, author, ask, filtered: str) -> None:
        author.configure("uploadpack.allowFilter", filtered)
        author.write("skills/pdf/huge.bin", os.urandom(3_000_000))
        author.commit()
        ask.limits = Limits(received=1_000_000, tree=500_000)
        with pytest.raises(FetchError, match=r"more than 1,000,000 bytes to download"):
            ask(f"{author.url}#skills/pdf")
        ask.limits = Limits()
        assert ask(f"{author.url}#skills/pdf")["pdf"].get().tree.whole  # and nothing half stands in the way

    def test_too_many_skills(self, author, ask) -> None:
        rows = "".join(
            f"M 100644 inline skills/s{n}/SKILL.md\ndata {len(SKILL)}\n{SKILL.decode()}\n" for n in range(1001)
        )
        _import(author, rows)
        with pytest.raises(FetchError, match="has 1,003 skills"):
            ask(author.url)


class TestDamage:
    def test_what_the_disk_has_spoiled_is_not_used(self, author, ask) -> None:
        ask(f"{author.url}#skills/pdf")
        for pack in ask.store.parent.rglob("*.pack"):
            pack.chmod(0o644)
            content = bytearray(pack.read_bytes())
            content[len(content) // 2] ^= 0xFF
            pack.write_bytes(content)
        with pytest.raises((FetchError, IntegrityError)):
            ask(f"{author.url}#skills/pdf")

    def test_a_file_that_somebody_changed_in_the_cache_is_not_used(self, author, ask) -> None:
        ask(f"{author.url}#skills/pdf")
        (bare,) = ask.store.parent.glob("git/*.git")
        oid = author.git("rev-parse", "HEAD:skills/pdf/notes.md")
        for pack in list(bare.glob("objects/pack/*.pack")):
            away = pack.rename(ask.home / pack.name)
            for beside in bare.glob(f"objects/pack/{pack.stem}.*"):
                beside.unlink()
            author.git(f"--git-dir={bare}", "unpack-objects", "-q", given=away.read_bytes())
        loose = bare / "objects" / oid[:2] / oid[2:]
        loose.unlink()
        loose.write_bytes(zlib.compress(b"blob 1000\0" + b"m" * 1000))
        with pytest.raises(IntegrityError, match="is damaged"):
            ask(f"{author.url}#skills/pdf")

    def test_what_a_killed_one_left_is_taken_away(self, author, ask) -> None:
        ask(f"{author.url}#skills/pdf")
        (bare,) = ask.store.parent.glob("git/*.git")
        (bare / "objects/pack/tmp_pack_x").write_bytes(b"x" * 1000)
        (bare / "shallow.lock").write_bytes(b"")
        author.write("README.md", "later")
        author.commit()
        assert ask(f"{author.url}#skills/pdf")["pdf"].get().tree.whole
        assert not (bare / "objects/pack/tmp_pack_x").exists()

    def test_a_cache_that_is_no_repository_is_made_anew(self, author, ask) -> None:
        ask(f"{author.url}#skills/pdf")
        (bare,) = ask.store.parent.glob("git/*.git")
        (bare / "HEAD").unlink()
        (bare / "refs/commits" / author.git("rev-parse", "HEAD")).unlink()
        assert ask(f"{author.url}#skills/pdf")["pdf"].get().tree.whole

    def test_where_nothing_can_be_kept_nothing_is(self, author, ask, tmp_path, monkeypatch) -> None:
        ask.store.parent.write_text("in the way")
        (tmp_path / "passing").mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "passing"))
        repositories = ask.repositories()
        (available,) = repositories.available(parse_spec(f"{author.url}#skills/pdf", is_there=lambda _: False))
        assert available.get().tree.whole
        assert len(list((tmp_path / "passing").iterdir())) == 1
        repositories.close()
        assert list((tmp_path / "passing").iterdir()) == []

    def test_many_at_once_receive_once_each(self, author, ask, smart, warm) -> None:
        url, _ = smart(author.bare)
        code = (
            "import sys, os, pathlib\n"
            "from skillpack.sources.git.available import Repositories\n"
            "from skillpack.sources.access import Access\n"
            "from skillpack.sources.spec import parse_spec\n"
            "from skillpack.model.limits import Limits\n"
            "spec = parse_spec(sys.argv[1], is_there=lambda _: False)\n"
            "access = Access(dict(os.environ), pathlib.Path(sys.argv[2]))\n"
            "print(*(offer.digest for offer in Repositories(access, Limits()).available(spec)))\n"
        )
        command = [str(warm / "python"), "-c", code, f"{url}#skills/pdf", str(ask.store)]
        running = [subprocess.Popen(command, env=ask.env, stdout=subprocess.PIPE) for _ in range(6)]
        said = {each.communicate()[0] for each in running}
        assert [each.returncode for each in running] == [0] * 6
        assert len(said) == 1


def _add_files(author, folder: str, count: int) -> None:
    _import(author, "".join(f"M 100644 inline {folder}/{n // 1000}/{n}\ndata 1\nx\n" for n in range(count)))


def _import(author, rows: str) -> None:
    parent = author.git("rev-parse", "HEAD")
    head = f"commit refs/heads/main\ncommitter a <a@b> 1760000000 +0000\ndata 1\nx\nfrom {parent}\n"
    author.git("fast-import", "--quiet", "--force", given=(head + rows).encode())
    author.git("reset", "--quiet", "--soft", "main")
    author.push()
