from skillpack.report.paint import PLAIN
from skillpack.report.selection_formats import FORMATS


def test_every_format_says_what_the_numbers_mean(selected) -> None:
    for name, write in FORMATS.items():
        assert "not what a model does" in " ".join("\n".join(write(selected(), PLAIN)).split()), name
