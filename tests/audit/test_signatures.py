import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from skillpack.audit.signatures import SignatureAudit, signature_problems
from skillpack.catalog import paths
from skillpack.evidence.signature import verify_signature
from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer
from skillpack.model.release import Release
from skillpack.model.tree import Tree, make_tree
from skillpack.registry.skill_json import PublishedSkill, PublishedVersion

FILES = {"SKILL.md": b"# CSV\n", "references/rows.md": b"# Rows\n"}
OTHER = {**FILES, "SKILL.md": b"# Other\n"}
SIGNATURE = "skill.oms.sig"


@pytest.fixture(scope="module")
def team(made_signatures) -> Any:
    return made_signatures.make_signer()


def release(signature: bytes = b"") -> Release:
    digest = sha256(signature) if signature else ""
    return Release("csv", "1.0.0", "a" * 64, "", "archives/csv/csv-1.0.0.zip", "b" * 64, 1, signature=digest)


def record(facts: SignatureFacts | None, *releases: Release, state: str = "published") -> PublishedSkill:
    versions = tuple(PublishedVersion(each, "{}") for each in releases)
    return PublishedSkill("csv", "", state, versions, None, signature=facts)


def facts(signature: bytes, files: dict[str, bytes] = FILES) -> SignatureFacts:
    found = verify_signature(make_tree({**files, SIGNATURE: signature}), [])
    assert found is not None
    return found


class TestVerified:
    def test_a_signature_beside_the_archive_is_over_its_files(self, team) -> None:
        content = team.sign(FILES)
        one = release(content)
        for archive_first in (True, False):
            found = SignatureAudit()
            found.expect(one)
            beside = paths.signature(one.archive, one.signature)
            if archive_first:
                found.add_archive(one, make_tree(OTHER))
            found.add_signature(beside, content)
            if not archive_first:
                found.add_archive(one, make_tree(OTHER))
            (each,) = found.verified([record(None, one)], [Signer("team.pem", team.root)])
            assert (each.name, each.label, each.facts.state) == ("csv", "1.0.0", SignatureState.DRIFTED)
            assert [changed.path for changed in each.facts.changed] == ["SKILL.md"]
            assert each.facts.known_as == "team.pem"

    def test_one_in_the_archive_counts_where_none_lies_beside_it(self, team) -> None:
        one, found = release(), SignatureAudit()
        found.add_archive(one, make_tree({**FILES, SIGNATURE: team.sign(FILES)}))
        (each,) = found.verified([record(None, one)], [])
        assert each.facts.state is SignatureState.UNKNOWN

    def test_of_what_is_not_signed_or_not_there_nothing_is_said(self, team) -> None:
        signed, found = release(team.sign(FILES)), SignatureAudit()
        found.add_archive(release(), Tree(FILES))
        found.expect(signed)
        found.add_signature("elsewhere", b"x")
        assert list(found.verified([record(None, release()), record(None, signed)], [])) == []


class TestProblems:
    def test_a_record_that_says_the_same_is_none(self, team) -> None:
        content = team.sign(FILES)
        for files in (FILES, OTHER):
            said = facts(content, files)
            known = replace(said, known_as="team.pem")  # for somebody else
            assert list(signature_problems(record(known, release(content)), release(content), said)) == []

    def test_drift_that_the_record_does_not_say(self, team) -> None:
        content = team.sign(FILES)
        (problem,) = signature_problems(record(facts(content), release()), release(), facts(content, OTHER))
        assert "names other files" in problem.message

    def test_a_record_that_calls_an_invalid_one_something_else(self, team, made_signatures) -> None:
        forged = dataclasses.replace(made_signatures.make_signer(), chain=team.chain).sign(FILES)
        (problem,) = signature_problems(record(facts(team.sign(FILES)), release()), release(), facts(forged))
        assert problem.message == "calls the signature unknown-signer, and it is invalid"

    def test_what_could_not_be_checked_contradicts_nothing(self, team, made_signatures) -> None:
        forged = dataclasses.replace(made_signatures.make_signer(), chain=team.chain).sign(FILES)
        unchecked = replace(facts(team.sign(FILES)), state=SignatureState.UNCHECKED, problem="no extra")
        assert list(signature_problems(record(unchecked, release()), release(), facts(forged))) == []

    def test_an_archive_from_before_its_signature_has_no_evaluations(self, team) -> None:
        evaluated = {**FILES, "evals/evals.json": b"{}"}
        content = team.sign(evaluated)
        assert list(signature_problems(record(facts(content, evaluated), release()), release(), facts(content))) == []

    def test_the_record_of_what_is_withheld_is_of_another_version(self, team) -> None:
        content = team.sign(FILES)
        withheld = record(facts(content), release(), state="withheld")
        assert list(signature_problems(withheld, release(), facts(content, OTHER))) == []
