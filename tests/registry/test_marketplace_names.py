import pytest

from skillpack.registry.marketplace_names import name_refusal

OFFICIAL = (
    *("agent-skills", "anthropic-agent-skills", "anthropic-marketplace", "anthropic-plugins", "claude-community"),
    *("claude-code-marketplace", "claude-code-plugins", "claude-for-financial-services", "claude-for-legal"),
    *("claude-plugins-community", "claude-plugins-official", "financial-services-plugins", "first-party-plugins"),
    *("healthcare", "knowledge-work-plugins", "life-sciences", "claude-tag-plugins", "anthropic-plugin-directory"),
    *("claude-plugin-directory", "builtin", "inline", "skills-dir", "synced", "claude-plugin-test", "org"),
    *("org-provisioned", "unknown"),
)


@pytest.mark.parametrize("name", OFFICIAL)
def test_what_claude_code_keeps_for_itself_is_refused(name) -> None:
    assert name_refusal(name) == "is reserved by Claude Code"


@pytest.mark.parametrize(
    "name",
    [
        *("official-claude-skills", "my-claude-official", "anthropicofficial", "claude-plugins-of-acme"),
        *("anthropic-plugins-v2", "claudemarketplace", "an-thropic-plugins", "claude-directories-of-acme"),
    ],
)
def test_what_looks_like_one_of_them_is_refused(name) -> None:
    assert "looks like" in name_refusal(name)


@pytest.mark.parametrize("name", ["acme", "skills", "anthropic-friends", "claude-tools", "our-claude-plugins"])
def test_other_names_are_free(name) -> None:
    assert name_refusal(name) == ""


@pytest.mark.parametrize("name", ["My skills", "a--b", "-a", ""])
def test_a_name_is_in_kebab_case(name) -> None:
    assert "is not lower-case" in name_refusal(name)
