from skillpack.report.selection.formats import FORMATS
from skillpack.report.terminal.paint import PLAIN


def test_every_format_says_what_the_numbers_mean(selected) -> None:
    for name, write in FORMATS.items():
        assert "not what a model does" in " ".join("\n".join(write(selected(), PLAIN)).split()), name
