"""What nobody can read although it runs: programs for one machine, classes, modules, compiled Python (pure)."""

_PROGRAMS = {
    b"\x7fELF": "a Linux program (ELF)",
    b"\xfe\xed\xfa\xce": "a macOS program (Mach-O)",
    b"\xfe\xed\xfa\xcf": "a macOS program (Mach-O)",
    b"\xce\xfa\xed\xfe": "a macOS program (Mach-O)",
    b"\xcf\xfa\xed\xfe": "a macOS program (Mach-O)",
    b"\x00asm": "a WebAssembly module",
    b"dex\n": "an Android program (DEX)",
    b"\x1bLua": "compiled Lua",
    b"L\0\0\0\x01\x14\x02\0": "a Windows shortcut, which starts a program",
    b"FasdUAS ": "a compiled AppleScript",
}
_FAT_OR_CLASS = b"\xca\xfe\xba\xbe"
_FIRST_CLASS = 45  # version of the first Java classes; no macOS program is for so many machines
_HEADERS = (16, 12, 8)  # bytes before the code of compiled Python, the newest first
_MAGIC_END = b"\r\n"
_PYTHON_3, _PYTHON_2 = range(3000, 3900), range(50000, 62300)
_CODE = (b"c", b"\xe3")


def program(content: bytes) -> str:
    """Return the kind of program that a file is, of those that nobody can read; empty for anything else."""
    if content.startswith(b"MZ"):
        header = int.from_bytes(content[60:64], "little")
        return "a Windows program (PE)" if content[header : header + 4] == b"PE\0\0" else ""
    if content.startswith(_FAT_OR_CLASS):
        java = int.from_bytes(content[4:8], "big") & 0xFFFF >= _FIRST_CLASS
        return "a Java class" if java else "a macOS program (Mach-O)"
    return next((what for magic, what in _PROGRAMS.items() if content.startswith(magic)), "")


def is_compiled_python(content: bytes) -> bool:
    """Tell whether a file is compiled Python, whatever its name."""
    if content[2:4] != _MAGIC_END:
        return False
    number = int.from_bytes(content[:2], "little")
    known = number in _PYTHON_3 or number in _PYTHON_2
    return known and any(content[start : start + 1] in _CODE for start in _HEADERS)
