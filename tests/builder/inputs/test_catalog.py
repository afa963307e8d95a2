import json
from pathlib import Path

import pytest

from skillpack.builder.inputs.catalog import catalog_title, locate
from skillpack.files.trace import Trace


def title(folder: Path, **files: str) -> str:
    for name, text in files.items():
        path = folder / {"readme": "README.md", "plugin": ".claude-plugin/plugin.json"}[name]
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return catalog_title(folder, Trace())


def test_a_folder_that_says_nothing_has_our_title(tmp_path) -> None:
    assert title(tmp_path) == "Skills"


def test_the_manifest_comes_before_the_readme(tmp_path) -> None:
    assert title(tmp_path, plugin=json.dumps({"name": "superpowers"}), readme="# Other") == "superpowers"


def test_a_marketplace_has_a_name_too(tmp_path) -> None:
    (tmp_path / ".claude-plugin").mkdir()
    (tmp_path / ".claude-plugin/marketplace.json").write_text('{"name": "acme-tools"}')
    assert title(tmp_path) == "acme-tools"


@pytest.mark.parametrize("manifest", ["{", "[]", '{"name": 3}', '{"name": ""}', '{"name": "a\\u0007"}', "[" * 9999])
def test_a_manifest_without_a_usable_name_is_passed_over(manifest, tmp_path) -> None:
    assert title(tmp_path, plugin=manifest, readme="# Ours") == "Ours"


@pytest.mark.parametrize(
    ("readme", "expected"),
    [
        ("# Acme skills #\n", "Acme skills"),
        ("![logo](x.svg)\n\n# **Acme** [skills](https://x.org) ![b](c.svg)\n# Second", "Acme skills"),
        ("```\n# a comment\n```\n\n# Real\n", "Real"),
        ('<p align="center"><img src="x"></p>\r\n\r\n# <img src="y"> Real\r\n', "Real"),
        ("## Only a second level\n", "Skills"),
        ("#hashtag\n", "Skills"),
        ("# ![only](a.svg)\n", "Skills"),
    ],
)
def test_the_first_heading_of_a_readme_as_plain_words(readme, expected, tmp_path) -> None:
    assert title(tmp_path, readme=readme) == expected


def test_a_readme_that_lies_elsewhere_is_not_read(tmp_path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.md").write_text("# Secret")
    (tmp_path / "in/README.md").symlink_to("../secret.md")
    assert title(tmp_path / "in") == "Skills"


def test_a_catalog_without_a_configuration_has_that_title(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("skills/pdf").mkdir(parents=True)
    Path("skills/pdf/SKILL.md").write_text("---\nname: pdf\ndescription: Reads PDF files.\n---\n")
    Path("README.md").write_text("# Acme skills\n")
    assert locate(Path()).configuration.title == "Acme skills"
    Path("skillpack.toml").write_text("")
    assert locate(Path()).configuration.title == "Skills"
