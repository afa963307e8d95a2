"""Code that is decoded and run in one step, by what stands beside the decoding."""

import re
from collections.abc import Iterator

from skillpack.abilities.downloads import piped
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

_DECODING_SIGNS = telling("64", "atob", "encoded command")
_DATA = (".yaml", ".yml", ".json", ".toml", ".csv", ".xml")
"""What only holds values, such as the patterns of a scanner; a script that runs them is read itself."""

_DECODED = late(rb"64(?:decode\(|String\(|[ \t]+(?:-d|-D|--decode)\b)")
_RUNS_DECODED = late(
    rb"""\b(?:exec|eval|compile)[ \t]*+\( | \b(?:eval|source|iex|Invoke-Expression)[ \t]++["'$(&<`]
    | \b(?:ba|z|da|k)?sh[ \t]++(?:-c[ \t]|<\()""",
    re.VERBOSE | re.IGNORECASE,
)
_BROWSER_DECODED = re.compile(rb"atob\(")
_EVALUATES = late(rb"\b(?:eval|Function)\s*+\(\s*+(?:[\w.]++\s*+\(\s*+)?\Z")
_POWERSHELL = late(rb"w(?<=ow)ershell(?:\.exe)?[ \t]")
_ENCODED_COMMAND = late(rb"-e(?:c|nc\w*+)?[ \t]++[\"']?[A-Za-z0-9+/=]{24}", re.IGNORECASE)


def encoded(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield lines that decode code and run it."""
    signed = (file for file in files_with(texts, _DECODING_SIGNS) if not file.path.lower().endswith(_DATA))
    return scanned(signed, _runs_decoded, ConcernKind.CONCEALED_CODE, "encoded-execution", shows=100)


def _runs_decoded(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_DECODED()):
        command = scan.before(found.start()).rpartition(b";")[2]
        runs = _RUNS_DECODED().search(command)
        end = piped(scan.after(found.end()).partition(b";")[0])
        if runs:
            yield found.start() - len(command) + runs.start(), found.end()
        elif end >= 0:
            yield found.start(), found.end() + end
    for found in scan.matches(_BROWSER_DECODED) if "atob" in file.signs else ():
        if _EVALUATES().search(scan.before(found.start())):
            yield found.span()
    for found in scan.matches(_POWERSHELL()):
        if _ENCODED_COMMAND().search(scan.after(found.end())):
            yield max(found.start() - len("po"), 0), found.end()
