from skillpack.builder.inputs.dates import by_folder
from skillpack.model.release import History

FILES = {
    "README.md": History("2020-01-01", "2024-01-01"),
    "skills/pdf/SKILL.md": History("2021-01-01", "2022-01-01"),
    "skills/pdf/scripts/run.py": History("2021-05-05", "2023-03-03"),
    "skills/flat.md": History("2022-02-02", "2022-02-02"),
}


def test_a_folder_is_as_old_as_its_first_file_and_as_new_as_its_last() -> None:
    days = by_folder(FILES)
    assert days["skills/pdf"] == History("2021-01-01", "2023-03-03")
    assert days["skills"] == History("2021-01-01", "2023-03-03")
    assert days["skills/pdf/scripts"] == FILES["skills/pdf/scripts/run.py"]


def test_a_file_keeps_its_own_days() -> None:
    assert by_folder(FILES)["skills/flat.md"] == FILES["skills/flat.md"]
    assert by_folder({}) == {}
