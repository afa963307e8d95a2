from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.model.entry import Entry, EntryState
from skillpack.model.finding import AlarmLevel
from skillpack.model.settings import Topic
from skillpack.site.topics import TopicGroup, topic_groups

CODE, WORDS = Topic("Code", ("python", "review")), Topic("Words", ("prose", "letters"))


@pytest.fixture
def entry(make_record) -> Callable[..., Entry]:
    def made(name: str, description: str = "", tags: tuple[str, ...] = (), **changes: object) -> Entry:
        return replace(make_record(name).entry, description=description, tags=tags, **changes)

    return made


def _names(groups: tuple[TopicGroup, ...]) -> dict[str, list[str]]:
    return {group.title: [skill.name for skill in group.skills] for group in groups}


def test_words_decide_and_the_rest_stands_last(entry) -> None:
    entries = [entry("a", "Reviews Python."), entry("b", "Writes letters."), entry("c", "Cooks.")]
    assert _names(topic_groups(entries, (CODE, WORDS))) == {"Code": ["a"], "Words": ["b"], "": ["c"]}


def test_a_skill_that_is_named_belongs_there_whatever_it_says(entry) -> None:
    topics = (CODE, replace(WORDS, words=("prose", "a")))
    assert _names(topic_groups([entry("a", "Reviews Python.")], topics)) == {"Words": ["a"]}


def test_a_tie_goes_to_the_topic_that_is_named_first(entry) -> None:
    both = (Topic("First", ("python",)), Topic("Second", ("python",)))
    assert _names(topic_groups([entry("a", "Python.")], both)) == {"First": ["a"]}


def test_without_topics_the_tags_that_most_skills_have_are_topics(entry) -> None:
    entries = [
        entry(name, tags=tags) for name, tags in (("a", ("x", "y")), ("b", ("y",)), ("c", ("y", "z")), ("d", ()))
    ]
    assert _names(topic_groups(entries, ())) == {"y": ["a", "b", "c"], "": ["d"]}


def test_where_few_have_tags_there_are_no_topics(entry) -> None:
    assert topic_groups([entry("a", tags=("x",)), entry("b"), entry("c")], ()) == ()
    assert topic_groups([], (CODE,)) == ()


def test_what_is_not_offered_is_in_no_topic(entry) -> None:
    assert topic_groups([entry("a", "Python.", state=EntryState.WITHHELD)], (CODE,)) == ()


def test_a_skill_with_an_alarm_is_marked_and_drawn_last(entry) -> None:
    entries = [entry("a", "Python.", alarm=AlarmLevel.READ_FIRST), entry("b", "Python.")]
    (group,) = topic_groups(entries, (CODE,))
    assert [(skill.name, skill.alarm) for skill in group.skills] == [("a", AlarmLevel.READ_FIRST), ("b", None)]
    assert group.quiet.startswith("M0 ")
    assert group.alarming.startswith("M500 ")
