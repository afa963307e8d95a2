"""What the ending of a name says that a file is (pure)."""


def _endings(names: str) -> tuple[str, ...]:
    return tuple(f".{name}" for name in names.split())


SCRIPTS = _endings("py pyw sh bash zsh js mjs cjs ts rb pl php ps1 bat cmd go rs java")
"""Programs as people write them."""

PYTHON = _endings("py pyw")
JAVASCRIPT = _endings("js mjs cjs ts")

STARTED = (*SCRIPTS, *_endings("exe jar bin"))
"""What an archive may hold to be started."""

MEDIA = _endings(
    "png jpg jpeg gif webp bmp ico tif tiff avif heic ttf otf woff woff2 eot mp3 mp4 wav ogg flac webm mov avi pdf"
)
"""Pictures, fonts, recordings, printed pages."""

TEXTS = _endings("txt md json jsonl yaml yml csv tsv xml html css rst log ini toml")
"""Texts that are no programs."""

DATA = _endings("json jsonl json5 yaml yml toml ini cfg conf csv tsv xml svg env properties log txt html htm xhtml css")
"""Texts that programs read."""

MARKUP = _endings("svg xml html htm xhtml")
"""Texts of which people see only a part."""

DOCUMENTS = _endings(
    "docx dotx docm dotm pptx potx pptm potm ppsx ppsm xlsx xltx xlsm xltm xlsb xlam odt ods odp odg ott ots otp epub"
    " vsdx vsdm idml"
)
"""Documents that are zip archives inside; people use them as templates."""
