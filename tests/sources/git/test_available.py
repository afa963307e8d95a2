from skillpack.model.signature import SIGNATURE


class TestASignedSkill:
    def test_brings_the_evaluations_that_its_signature_names(self, author, ask, made_signatures) -> None:
        author.skill("skills/paper")
        author.write("skills/paper/evals/a.json", "[]")
        signed = {"SKILL.md": (author.folder / "skills/paper/SKILL.md").read_bytes(), "evals/a.json": b"[]"}
        author.write(f"skills/paper/{SIGNATURE}", made_signatures.make_signer().sign(signed))
        author.write("skills/paper/evals/b.json", "[]")
        author.commit()
        found = ask(f"{author.url}#skills/paper")["paper"].get().tree
        assert list(found.tree.files) == ["SKILL.md", "evals/a.json", SIGNATURE]
        assert ([path for path, _ in found.listing], found.whole) == (list(found.tree.files), True)

    def test_brings_none_where_the_file_is_no_signature(self, author, ask) -> None:
        author.skill("skills/paper")
        author.write("skills/paper/evals/a.json", "[]")
        author.write(f"skills/paper/{SIGNATURE}", "{}")
        author.commit()
        found = ask(f"{author.url}#skills/paper")["paper"].get().tree
        assert (list(found.tree.files), found.whole) == (["SKILL.md", SIGNATURE], True)
