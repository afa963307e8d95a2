"""What cards say."""

import pytest
from msgspec.structs import replace

from skillpack.model.entry import Entry, EntryState, Tokens
from skillpack.model.finding import AlarmLevel
from skillpack.model.selection import HostVisibility
from skillpack.site.card import Card, catalog_card, has_card, skill_card
from skillpack.site.frame import Frame


@pytest.fixture
def frame(theme, configuration) -> Frame:
    return Frame(theme, replace(configuration, cards=True))


@pytest.fixture
def entry(catalog_skills) -> Entry:
    return next(skill.entry for skill in catalog_skills if skill.entry.name == "release-notes")


def host(budget: int, *lengths: int) -> HostVisibility:
    needed = sum(lengths) + 100
    return HostVisibility(
        "codex", "Codex", budget, needed, len(lengths), 0, 0, 0, (), (), lengths=lengths
    )  # the names take 100


class TestSkill:
    def test_says_what_it_is_whether_it_is_safe_and_what_it_costs(self, frame, entry) -> None:
        card = skill_card(frame, replace(entry, tokens=Tokens(60, 4027, 8009), description="Writes notes. Use when."))

        assert (card.woven, card.title, card.text) == ("release-notes", "release-notes", "Writes notes.")
        assert card.about == f"{entry.release.label} · {entry.license}"
        assert [f"{figure.number} {figure.words}" for figure in card.figures] == [
            "60 tokens always",
            "4,027 when opened",
            "8,009 on demand",
        ]
        assert [label for _, label in card.marks] == ["0", "2,500", "5,000", "7,500", "10,000", "12,500"]
        assert (card.limit, card.limit_text) == (0.4, "5,000 advised")
        assert (card.catalog, card.address) == ("Northwind skills", "skills.northwind.example")

    def test_segments_lie_side_by_side_and_can_be_seen(self, frame, entry) -> None:
        card = skill_card(frame, replace(entry, tokens=Tokens(1, 100_000, 1)))

        assert [segment.tier for segment in card.segments] == [1, 2, 3]
        assert all(segment.end - segment.start >= 0.0039 for segment in card.segments)
        assert card.segments[-1].end <= 1

    def test_what_is_not_safe_says_so(self, frame, entry) -> None:
        card = skill_card(frame, replace(entry, alarm=AlarmLevel.STOP))

        assert card.about.endswith(" · Stop")
        assert card.level is AlarmLevel.STOP

    @pytest.mark.parametrize("text", ["Übersetzt ganz gut, «wirklich».", "Ελληνικά.", "Русский текст.", "Cafe\u0301."])
    def test_the_face_has_latin_greek_and_cyrillic(self, frame, entry, text) -> None:
        assert skill_card(frame, replace(entry, description=text)).text in (text, "Caf\u00e9.")

    @pytest.mark.parametrize("text", ["翻译文档。", "ترجمة المستندات", "Translates 文档."])
    def test_a_text_in_other_letters_is_left_to_sigil_and_ruler(self, frame, entry, text) -> None:
        card = skill_card(frame, replace(entry, description=text))

        assert (card.title, card.text) == ("release-notes", "")
        assert card.segments

    def test_pictographs_and_what_is_invisible_are_left_out(self, frame, entry) -> None:
        text = "Ships\u200b it \U0001f680 today\u202e."
        assert skill_card(frame, replace(entry, description=text)).text == "Ships it today."


class TestWhoHasOne:
    def test_what_is_offered(self, frame, entry) -> None:
        assert has_card(entry, frame.configuration)

    def test_not_what_is_withheld_or_yanked(self, frame, entry) -> None:
        assert not has_card(replace(entry, state=EntryState.WITHHELD), frame.configuration)
        yanked = replace(entry, release=replace(entry.release, yanked="broken"))
        assert not has_card(yanked, frame.configuration)

    def test_nothing_where_none_are_drawn(self, frame, entry) -> None:
        assert not has_card(entry, replace(frame.configuration, cards=False))


class TestCatalog:
    def card(self, frame: Frame, make_view, *hosts: HostVisibility) -> Card:
        return catalog_card(frame, make_view(()).overview, hosts)

    def test_shows_the_room_that_a_host_gives(self, frame, make_view) -> None:
        card = self.card(frame, make_view, host(400, 100, 100, 200))

        assert [(each.start, each.end, each.tier) for each in card.segments] == [
            (0.0, 0.2, 1),
            (0.2, 0.4, 2),
            (0.4, 0.6, 2),
            (0.6, 1.0, 3),
        ]
        assert (card.limit, card.limit_text) == (0.8, "Codex stops listing here")

    def test_shows_the_skills_alone_where_no_room_is_known(self, frame, make_view) -> None:
        card = self.card(frame, make_view, host(0, 100))
        assert (card.limit, card.limit_text) == (0, "")

    def test_an_empty_catalog_has_one_too(self, frame, make_view) -> None:
        card = self.card(frame, make_view)
        assert (card.segments, card.figures[0].number) == ((), "0")
