"""What may follow a published version, and what becomes of names that end."""

import os
import re

DAY_TWO = "1770000000"  # 2026-02-02


class TestGate:
    def _withheld(self, published, *more: str) -> dict[str, object]:
        assert published.build("two", *more, previous="one", day=DAY_TWO) == 1
        return published.listed("two")["alpha"]

    def test_a_label_that_was_published_never_stands_for_other_files(self, published) -> None:
        published.write("alpha", "1.0.0", "Other words.")
        row = self._withheld(published)

        assert row["state"] == "withheld"
        assert row["digest"] == published.listed("one")["alpha"]["digest"]
        assert published.labels("two", "alpha") == ["1.0.0"]
        assert published.build("two", "--json", previous="one") == 1
        page = published.files("two")["skills/alpha/index.html"].decode()
        assert "VR001" in page
        assert "VR001" in published.files("two")["checks/index.html"].decode()

    def test_what_was_published_last_stays_installable(self, published) -> None:
        published.configure(catalog='site_url = "https://skills.example.com/"')
        published.build("one")
        published.write("alpha", "1.0.0", "Other words.")
        self._withheld(published)

        before, after = published.files("one"), published.files("two")
        for path in (
            ".well-known/agent-skills/index.json",
            "skills/alpha/.well-known/agent-skills/index.json",
            "marketplace.json",
            "versions.json",
            "llms.txt",
            "prompt/available_skills.xml",
            "prompt/index.json",
            "skills/alpha/SKILL.md",
            "skills/alpha/SHA256SUMS",
            *(path for path in before if path.startswith("archives/alpha/")),
        ):
            assert after[path] == before[path], path
        page = after["skills/alpha/index.html"].decode()
        assert "The last published version can still be installed" in page
        assert "Other words." in page
        assert "npx skills add" in page
        assert published.listed("one")["alpha"]["digest"] == published.listed("two")["alpha"]["digest"]

    def test_prompt_files_say_what_the_published_skill_says(self, published) -> None:
        published.write("alpha", "1.0.0", "Other words.")
        skill = published.source / "skills/alpha/SKILL.md"
        skill.write_text(skill.read_text().replace("Does alpha.", "Does harm."))
        row = self._withheld(published)
        assert row["description"].startswith("Does alpha.")
        assert b"Does harm." not in published.files("two")["prompt/available_skills.xml"]

    def test_a_skill_with_an_error_keeps_its_last_version(self, published) -> None:
        (published.source / "skills/alpha/SKILL.md").write_text("no front matter\n")
        row = self._withheld(published)
        assert (row["state"], row["label"]) == ("withheld", "1.0.0")
        assert b"alpha-1.0.0" in published.files("two")[".well-known/agent-skills/index.json"]

    def test_a_lower_label_is_refused_unless_it_is_allowed(self, published) -> None:
        published.write("alpha", "0.9.0", "Older words.")
        row = self._withheld(published)
        assert (row["state"], row["label"]) == ("withheld", "1.0.0")

        assert published.build("two", "--allow-downgrade", "alpha", previous="one") == 0
        assert published.listed("two")["alpha"]["label"] == "0.9.0"
        assert published.labels("two", "alpha") == ["0.9.0", "1.0.0"]

    def test_no_label_is_lower_than_any(self, published) -> None:
        published.write("alpha", "", "No version.")
        assert self._withheld(published)["label"] == "1.0.0"

    def test_a_step_back_to_a_published_label_with_other_files_stays_refused(self, published) -> None:
        published.write("alpha", "1.1.0", "Second.")
        published.build("two", previous="one")
        published.write("alpha", "1.0.0", "Neither first nor second.")
        assert published.build("three", "--allow-downgrade", "alpha", previous="two") == 1
        assert published.listed("three")["alpha"]["label"] == "1.1.0"
        assert "VR001" in published.files("three")["skills/alpha/index.html"].decode()

    def test_a_step_back_to_published_files_is_that_release(self, published) -> None:
        published.write("alpha", "1.1.0", "Second.")
        published.build("two", previous="one")
        published.write("alpha", "1.0.0")
        assert published.build("three", "--allow-downgrade", "alpha", previous="two", day=DAY_TWO) == 0
        assert published.labels("three", "alpha") == ["1.0.0", "1.1.0"]
        assert published.listed("three")["alpha"]["updated"] == "2025-10-09"

    def test_leave_for_a_skill_that_is_not_there_is_a_mistake(self, published, capsys) -> None:
        assert published.build("two", "--allow-downgrade", "alhpa", previous="one") == 2
        assert "did you mean `alpha`?" in capsys.readouterr().err

    def test_a_higher_label_for_the_same_words_is_told(self, published) -> None:
        published.write("alpha", "1.0.1")
        assert published.build("two", previous="one") == 0
        assert published.listed("two")["alpha"]["label"] == "1.0.1"
        assert "VR003" in published.files("two")["skills/alpha/index.html"].decode()

    def test_an_unchanged_body_is_a_note(self, published) -> None:
        published.write("many", "1.1.0", more="# Much more\n")
        assert published.build("two", previous="one") == 0
        assert "VR004" in published.files("two")["skills/many/index.html"].decode()

    def test_a_suppression_lifts_withholding_but_never_rewrites_what_was_published(self, published) -> None:
        published.write("alpha", "1.0.0", "Other words.")
        published.write("beta", "0.1.0", "Back.")
        rule = '[[suppress]]\nrule = "{}"\nskill = "{}"\nreason = "known"\n'
        published.configure(rule.format("VR001", "alpha") + rule.format("VR002", "beta"))
        assert published.build("two", previous="one") == 0
        assert published.listed("two")["alpha"]["state"] == "withheld"
        assert published.listed("two")["beta"]["label"] == "0.1.0"
        path = "archives/alpha/alpha-1.0.0.zip"
        assert published.files("two")[path] == published.files("one")[path]


class TestYanked:
    def test_a_yanked_version_is_kept_and_no_longer_offered(self, published) -> None:
        published.write("alpha", "1.1.0", "Leaks.")
        published.build("two", previous="one")
        published.configure('[[yanked]]\nname = "alpha"\nversion = "1.1.0"\nreason = "leaks"\n')

        assert published.build("three", previous="two") == 0
        after = published.files("three")
        assert published.json("three", "skills/alpha/skill.json")["versions"][0]["yanked"] == "leaks"
        assert "archives/alpha/alpha-1.1.0.zip" in after
        assert b"alpha-1.0.0" in after[".well-known/agent-skills/index.json"]
        assert b"alpha-1.1.0" not in after[".well-known/agent-skills/index.json"]
        assert published.listed("three")["alpha"]["label"] == "1.0.0"
        assert published.json("three", "versions.json")["skills"]["alpha"]["yanked"] == "leaks"
        assert after["skills/alpha/SKILL.md"] == published.files("one")["skills/alpha/SKILL.md"]
        assert b"leaks" in after["skills/alpha/versions/1.1.0/index.html"]

    def test_a_skill_that_is_yanked_as_a_whole_leaves_no_dead_link(self, catalog) -> None:
        catalog.write("alpha", "1.0.0")
        catalog.configure('[[yanked]]\nname = "alpha"\nversion = "1.0.0"\nreason = "leaks"\n')
        catalog.build("one")
        files = catalog.files("one")
        links = re.findall(r'href="([^"#:]*SHA256SUMS)"', files["skills/alpha/index.html"].decode())
        assert [os.path.normpath(f"skills/alpha/{link}") for link in links] == ["archives/alpha/alpha-1.0.0.SHA256SUMS"]
        assert "archives/alpha/alpha-1.0.0.SHA256SUMS" in files

    def test_a_yank_can_be_taken_back(self, published) -> None:
        published.configure('[[yanked]]\nname = "alpha"\nversion = "1.0.0"\nreason = "leaks"\n')
        published.build("two", previous="one")
        assert b"alpha-1.0.0" not in published.files("two")[".well-known/agent-skills/index.json"]
        published.configure()
        published.build("three", previous="two")
        assert published.files("three") == {**published.files("three"), **published.files("one")}

    def test_what_was_never_published_is_a_warning(self, published, capsys) -> None:
        mark = '[[yanked]]\nname = "{}"\nversion = "{}"\n'
        known, gone = mark.format("alpha", "1.0.0"), mark.format("delta", "1.0.0")
        published.remove("delta")
        published.configure(known + gone + '[policy]\nfail_on = "warning"\n')
        assert published.build("two", previous="one") == 0
        published.configure(known + gone + mark.format("alpha", "1.0") + '[policy]\nfail_on = "warning"\n')
        assert published.build("two") == 0
        assert published.build("two", previous="one") == 1
        assert "ST009" in capsys.readouterr().err

    def test_a_new_name_of_nobody_is_a_warning_once(self, published, capsys) -> None:
        published.configure('[[renamed]]\nfrom = "gama"\nto = "gamma"\n[policy]\nfail_on = "warning"\n')
        assert published.build("two", previous="one") == 1
        assert "ST010" in capsys.readouterr().err
        assert published.build("three", previous="two") == 0


class TestNamesThatEnd:
    def test_a_chain_of_new_names_leads_to_the_last(self, published) -> None:
        published.remove("gamma")
        published.write("gamma-two", "1.0.0")
        published.configure('[[renamed]]\nfrom = "gamma"\nto = "gamma-two"\n')
        published.build("two", previous="one")
        published.remove("gamma-two")
        published.write("gamma-three", "1.0.0")
        published.configure('[[renamed]]\nfrom = "gamma-two"\nto = "gamma-three"\n')

        published.build("three", previous="two")
        assert published.listed("three")["gamma"]["successor"] == "gamma-three"
        assert published.listed("three")["gamma-two"]["successor"] == "gamma-three"

    def test_a_circle_of_names_ends(self, published) -> None:
        published.remove("gamma")
        published.remove("delta")
        marks = '[[renamed]]\nfrom = "gamma"\nto = "delta"\n[[renamed]]\nfrom = "delta"\nto = "gamma"\n'
        published.configure(marks)
        published.build("two", previous="one")
        assert published.listed("two")["gamma"]["state"] == "withdrawn"

    def test_a_new_name_is_told_without_a_past_too(self, catalog) -> None:
        catalog.write("new", "1.0.0")
        catalog.configure('[[renamed]]\nfrom = "old"\nto = "new"\nreason = "clearer"\n')
        catalog.build("one")
        assert catalog.listed("one")["old"]["successor"] == "new"
        assert b"../new/index.html" in catalog.files("one")["skills/old/index.html"]

    def test_a_withdrawal_may_say_why(self, published) -> None:
        published.remove("delta")
        published.configure('[[renamed]]\nfrom = "delta"\nto = ""\nreason = "nobody used it"\n')
        published.build("two", previous="one")
        assert published.listed("two")["delta"]["reason"] == "nobody used it"
        assert b"nobody used it" in published.files("two")["skills/delta/index.html"]

    def test_a_name_that_comes_back_goes_on_where_it_ended(self, published) -> None:
        published.remove("delta")
        published.build("two", previous="one")
        published.write("delta", "2.0.0", "Back.")
        published.build("three", previous="two")
        assert published.labels("three", "delta") == ["2.0.0", "1.0.0"]
        assert published.listed("three")["delta"]["state"] == "published"

    def test_a_hidden_skill_is_as_good_as_gone_and_keeps_its_versions(self, published) -> None:
        published.configure('[skill."delta"]\nhidden = true\n')
        assert published.build("two", previous="one") == 0
        assert published.listed("two")["delta"]["state"] == "withdrawn"
        assert published.labels("two", "delta") == ["1.0.0"]

    def test_a_skill_that_was_only_ever_withheld_leaves_nothing(self, catalog) -> None:
        catalog.write("alpha", "1.0.0")
        catalog.write("bad")
        (catalog.source / "skills/bad/SKILL.md").write_text("no front matter\n")
        catalog.build("one")
        catalog.remove("bad")
        catalog.build("two", previous="one")
        assert set(catalog.listed("two")) == {"alpha"}

    def test_a_name_in_another_case_is_the_same_name(self, catalog) -> None:
        catalog.write("Tool", "1.0.0")
        catalog.build("one")
        catalog.remove("Tool")
        catalog.write("tool", "1.1.0", "Other words.")
        assert catalog.build("two", previous="one") == 0
        assert catalog.labels("two", "tool") == ["1.1.0", "1.0.0"]
        assert "archives/Tool/Tool-1.0.0.zip" in catalog.files("two")
        assert set(catalog.listed("two")) == {"tool"}
        catalog.write("tool", "1.2.0", "More words.")
        assert catalog.build("three", previous="two") == 0
        assert catalog.labels("three", "tool") == ["1.2.0", "1.1.0", "1.0.0"]
