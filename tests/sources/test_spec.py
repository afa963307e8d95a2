import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.errors import UsageError
from skillpack.model.install_settings import Registry
from skillpack.sources.spec import Spec, SpecKind, git_location, parse_spec, pinned_form

FOLDER = "skills/pdf-forms"
HUB = "https://github.com/acme/skills"


def parsed(text: str, *there: str) -> Spec:
    return parse_spec(text, is_there=lambda path: path in there)


def git(text: str) -> tuple[str, str, str]:
    found = parsed(text)
    assert (found.kind, found.text) == (SpecKind.GIT, text)
    return found.location, found.wanted, found.path


class TestRepositories:
    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("acme/skills", (HUB, "", "")),
            ("gh:acme/skills", (HUB, "", "")),
            ("acme/skills.git", (HUB, "", "")),
            ("acme/skills@v1.2", (HUB, "v1.2", "")),
            ("acme/skills/skills/pdf-forms", (HUB, "", FOLDER)),
            ("acme/skills/skills/pdf-forms@feature/new", (HUB, "feature/new", FOLDER)),
            ("acme/skills/skills/pdf-forms/", (HUB, "", FOLDER)),
            (f"acme/skills@{'a' * 40}", (HUB, "a" * 40, "")),
            ("gh:acme/skills/.claude/skills/x@main", (HUB, "main", ".claude/skills/x")),
            (HUB, (HUB, "", "")),
            (f"{HUB}/", (HUB, "", "")),
            (f"{HUB}.git", (HUB, "", "")),
            ("https://GitHub.com/acme/skills", (HUB, "", "")),
            (f"{HUB}@v1.2", (HUB, "v1.2", "")),
            (f"{HUB}.git@v1.2#skills/pdf-forms", (HUB, "v1.2", FOLDER)),
            ("https://gitlab.com/a/b/c/skills", ("https://gitlab.com/a/b/c/skills", "", "")),
            ("https://git.example.com/team/skills.git", ("https://git.example.com/team/skills.git", "", "")),
            ("git+https://git.example.com/team/skills", ("https://git.example.com/team/skills", "", "")),
            ("git+https://git.example.com:8443/x@main", ("https://git.example.com:8443/x", "main", "")),
            ("git+https://git.example.com/@team/x", ("https://git.example.com/@team/x", "", "")),
            ("git+https://git.example.com/@team/x@v1", ("https://git.example.com/@team/x", "v1", "")),
            ("git+https://h.example/x@v1#subdirectory=a/b", ("https://h.example/x", "v1", "a/b")),
            ("git+ssh://git@git.example.com/team/skills@v1#a", ("ssh://git@git.example.com/team/skills", "v1", "a")),
            ("git+ssh://git.example.com:2222/~me/x", ("ssh://git.example.com:2222/~me/x", "", "")),
            ("git@github.com:acme/skills.git", ("ssh://git@github.com/acme/skills.git", "", "")),
            ("git@github.com:acme/skills@v1#a/b", ("ssh://git@github.com/acme/skills", "v1", "a/b")),
            ("git+file:///srv/git/skills.git", ("file:///srv/git/skills.git", "", "")),
            ("git+file:///srv/git/skills@main#a", ("file:///srv/git/skills", "main", "a")),
            ("git+http://127.0.0.1:3000/team/skills", ("http://127.0.0.1:3000/team/skills", "", "")),
        ],
    )
    def test_is_found(self, text: str, meant: tuple[str, str, str]) -> None:
        assert git(text) == meant

    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            (f"{HUB}/tree/main", (HUB, "main", "")),
            (f"{HUB}/tree/main/skills/pdf-forms", (HUB, "main", FOLDER)),
            (f"{HUB}/tree/main/skills/pdf-forms/?tab=readme#what", (HUB, "main", FOLDER)),
            (f"{HUB}/blob/v1/skills/pdf-forms/SKILL.md", (HUB, "v1", FOLDER)),
            (f"{HUB}/blob/main/SKILL.md", (HUB, "main", "")),
            (f"{HUB}/tree/main/my%20skills/a", (HUB, "main", "my skills/a")),
            ("https://gitlab.com/a/b/c/-/tree/main/x", ("https://gitlab.com/a/b/c", "main", "x")),
            ("https://gitlab.com/a/b/-/blob/main/x/SKILL.md?ref_type=heads", ("https://gitlab.com/a/b", "main", "x")),
            ("https://git.example.com/a/b/-/tree/v1", ("https://git.example.com/a/b", "v1", "")),
            ("https://codeberg.org/a/b/src/branch/main/x", ("https://codeberg.org/a/b", "main", "x")),
            ("https://codeberg.org/a/b/src/tag/v1", ("https://codeberg.org/a/b", "v1", "")),
            ("https://git.example.com/a/b/src/commit/abc1234/x", ("https://git.example.com/a/b", "abc1234", "x")),
            ("https://bitbucket.org/a/b/src/main/x", ("https://bitbucket.org/a/b", "main", "x")),
            ("https://github.example.com/a/b/tree/main/x", ("https://github.example.com/a/b", "main", "x")),
        ],
    )
    def test_is_found_in_the_address_of_a_page(self, text: str, meant: tuple[str, str, str]) -> None:
        assert git(text) == meant

    @pytest.mark.parametrize(
        "text",
        [
            "-o/skills",
            "acme/..",
            "acme/.",
            "acme/skills/../x",
            "acme/skills/./x",
            "acme/skills@",
            "acme/skills@--upload-pack=x",
            "acme/skills@a b",
            "acme/skills@a..b",
            "acme/skills@HEAD^",
            "gh:skills",
            "gh:-x/skills",
            "git+ext::sh -c x",
            "git+git://example.com/x",
            "git+https://example.com",
            "git+https://example.com/",
            "git+https://-x/y",
            "git+ssh://-oProxyCommand=x/y",
            "git+ssh://git@-oProxyCommand=x/y",
            "git+ssh://git@github.com:acme/skills",
            "git+ssh://me:secret@example.com/x",
            "git+https://me@example.com/x",
            "git+https://me:secret@example.com/x",
            "git+https://example.com/x?token=1",
            "git+https://example.com/a b",
            "git+https://example.com/x\n",
            "git+https://example.com/x#../y",
            "git+https://example.com/x@-x",
            "git+file://host/x",
            "git+file://",
            "git+/srv/x",
            "ssh://example.com/x",
            "git://example.com/x",
            f"{HUB}/issues/5",
            "https://github.com/acme",
            f"{HUB}/tree/main/../x",
            f"{HUB}/tree/-x",
            "https://me:secret@github.com/acme/skills/tree/main",
        ],
    )
    def test_is_refused(self, text: str) -> None:
        with pytest.raises(UsageError) as caught:
            parsed(text)
        assert caught.value.hint or "outside" in str(caught.value)

    def test_a_password_is_never_shown(self) -> None:
        for text in ("git+https://me:hunter2@example.com/x", "git+ssh://me:hunter2@example.com/x"):
            with pytest.raises(UsageError) as caught:
                parsed(text)
            assert "hunter2" not in f"{caught.value}{caught.value.hint}"

    def test_what_lies_here_comes_before_a_repository_of_that_name(self) -> None:
        assert parsed("acme/skills", "acme/skills").kind is SpecKind.FOLDER

    def test_nothing_is_not_the_folder_that_one_stands_in(self) -> None:
        with pytest.raises(UsageError, match="is not something"):
            parsed("", "")

    def test_a_folder_on_a_page_keeps_the_branch_s_first_part(self) -> None:
        # Where the branch ends is known only when the repository was asked.
        assert git(f"{HUB}/tree/feature/new/skills/x") == (HUB, "feature", "new/skills/x")


class TestOthers:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("pdf-forms", SpecKind.NAME),
            ("pdf-forms@^1.2", SpecKind.NAME),
            ("./acme/skills", SpecKind.FOLDER),
            ("~/skills/x", SpecKind.FOLDER),
            ("pdf.zip", SpecKind.ARCHIVE),
            ("https://skills.example.com/", SpecKind.SITE),
            ("https://skills.example.com/tree/main", SpecKind.SITE),
            ("https://example.github.io/skills/", SpecKind.SITE),
            (f"{HUB}/releases/download/v1/pdf.zip", SpecKind.ARCHIVE),
            ("bundle:kit", SpecKind.BUNDLE),
            (f"sha256:{'a' * 64}", SpecKind.DIGEST),
        ],
    )
    def test_are_told_apart(self, text: str, kind: SpecKind) -> None:
        assert parsed(text).kind is kind


_WORD = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,8}", fullmatch=True)
_PATH = st.lists(_WORD, min_size=1, max_size=4).map("/".join)


class TestLaws:
    @given(st.text(max_size=60))
    def test_any_text_means_something_or_is_refused(self, text: str) -> None:
        for before in ("", "git+https://h/", "git+ssh://", "gh:", f"{HUB}/tree/", "git@h:", "git+file:///"):
            try:
                found = parsed(f"{before}{text}")
            except UsageError:
                continue
            assert isinstance(found, Spec)
            if found.kind is SpecKind.GIT:
                assert re.match(r"(?:https?|ssh|file)://[^-\s]", found.location)
                assert not found.wanted.startswith("-")
                assert not {"..", "."} & set(found.path.split("/"))
                assert git_location(found.location) == found.location  # as a receipt will ask for it

    @given(_WORD, _WORD, st.one_of(st.just(""), _PATH), st.one_of(st.just(""), _PATH))
    def test_three_spellings_mean_one_place(self, owner: str, name: str, folder: str, ref: str) -> None:
        at, below = f"@{ref}" if ref else "", f"/{folder}" if folder else ""
        short = git(f"gh:{owner}/{name}{below}{at}")
        assert short == git(
            f"git+https://github.com/{owner}/{name}{at}#{folder}" if folder else f"gh:{owner}/{name}{at}"
        )
        assert short == (f"https://github.com/{owner}/{name}", ref, folder)


class TestAddresses:
    """Of sites and archives."""

    @pytest.mark.parametrize(
        "text", ["https://x.org", "https://x.org/skills/a/index.html", "http://127.0.0.1:8000/sub/"]
    )
    def test_a_site(self, text: str) -> None:
        assert parsed(text) == Spec(SpecKind.SITE, text, location=text)

    @pytest.mark.parametrize("end", [".zip", ".skill", ".tar.gz", ".tgz", ".ZIP"])
    def test_an_archive(self, end: str) -> None:
        text = f"https://x.org/dist/a{end}"
        assert parsed(text) == Spec(SpecKind.ARCHIVE, text, location=text)

    def test_an_archive_that_is_promised(self) -> None:
        text = f"https://x.org/a.zip#sha256={'a' * 64}"
        assert parsed(text) == Spec(SpecKind.ARCHIVE, text, wanted="a" * 64, location="https://x.org/a.zip")

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("https://x.org/a.zip#sha256=abc", "has no digest that can be checked"),
            ("https://x.org/a.zip#md5=abc", "has no digest that can be checked"),
            ("https://x.org/a.zip?token=t0ps3cr3t", r"`https://x.org/a.zip\?…` has a `\?`"),
            ("https://us:t0ps3cr3t@x.org/a.zip", "`x.org` contains a user name or password"),
            ("https://us:t0ps3cr3t@x.org/", "`x.org` contains a user name or password"),
            ("HTTPS://us:t0p@s3cr3t@x.org/", "`x.org` contains a user name or password"),
        ],
    )
    def test_what_may_be_a_secret_is_refused_and_not_shown(self, text: str, words: str) -> None:
        with pytest.raises(UsageError, match=words) as refused:
            parsed(text)
        assert "s3cr3t" not in str(refused.value)
        assert refused.value.hint


OWN, THEIRS = Registry("mine", "https://own.example/"), Registry("theirs", "https://other.example/", personal=False)


class TestPins:
    """A registry and a name: what nobody else's settings or files can turn into something else."""

    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("mine/alpha", (OWN.url, "alpha", "")),
            ("mine/alpha@^1.2", (OWN.url, "alpha", "^1.2")),
            ("registry:mine/alpha@1.2.0", (OWN.url, "alpha", "1.2.0")),
            ("registry:theirs/alpha", (THEIRS.url, "alpha", "")),
        ],
    )
    def test_is_asked_of_that_registry(self, text: str, meant: tuple[str, str, str]) -> None:
        found = parse_spec(text, is_there=lambda _: True, registries=(OWN, THEIRS))

        assert found.kind is SpecKind.NAME
        assert (found.location, found.name, found.wanted) == meant

    def test_deeper_is_a_repository(self) -> None:
        assert parse_spec("mine/alpha/b", is_there=lambda _: False, registries=(OWN,)).kind is SpecKind.GIT

    def test_the_name_of_a_projects_registry_is_not_taken_for_it(self) -> None:
        with pytest.raises(UsageError, match="could be a repository or a skill in this project's registry"):
            parse_spec("theirs/alpha", is_there=lambda _: False, registries=(OWN, THEIRS))

    @pytest.mark.parametrize("text", ["registry:other/alpha", "registry:alpha", "registry:/alpha"])
    def test_an_unknown_registry_is_named(self, text: str) -> None:
        with pytest.raises(UsageError, match="no registry is named") as raised:
            parse_spec(text, is_there=lambda _: False, registries=(OWN, THEIRS))
        assert raised.value.hint == "there is `mine`, `theirs`"

    @pytest.mark.parametrize(
        ("registry", "form"),
        [(OWN, "mine/x"), (THEIRS, "registry:theirs/x"), (Registry("", "./site"), "x --registry ./site")],
    )
    def test_what_to_type_is_said(self, registry: Registry, form: str) -> None:
        assert pinned_form("x", registry.url, (registry,)) == form
