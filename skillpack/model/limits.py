"""What we are willing to read: one table, with units. What a host accepts is in its profile."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Safety limits, structural and never a time.

    Attributes:
        file: Bytes of one file.
        tree: Bytes of one skill.
        files: Files of one skill.
        depth: Components of a path.
        skill_file: Bytes of SKILL.md.
        component: Bytes of one component of a path.
        path: Bytes of a path.
        front_matter: Bytes of YAML that are parsed.
        yaml_depth: Nesting of YAML.
        yaml_nodes: Nodes of YAML.
        body: Characters of a body that is rendered; a longer one is shown as source.
        nesting: Nested blocks of a body.
        table_cells: Table cells of a body.
        list_depth: Nested lists of a body.
        marks: Characters of a body that may mark emphasis, code, links or tags.
        viewer: Bytes of a text file that gets a page of its own.
        index: Bytes of a foreign index or record that is read whole.
        index_line: Bytes of one line of a foreign index that is read line by line.
        index_entries: Entries of a foreign index.
        received: Bytes that a repository of git may send at once, and of it that are kept.
    """

    file: int = 16 * 2**20
    tree: int = 64 * 2**20
    files: int = 4096
    depth: int = 16
    skill_file: int = 2**20
    component: int = 255
    path: int = 400
    front_matter: int = 64 * 2**10
    yaml_depth: int = 32
    yaml_nodes: int = 10_000
    body: int = 2**20
    nesting: int = 20
    table_cells: int = 20_000
    list_depth: int = 32
    marks: int = 50_000
    viewer: int = 256 * 2**10
    index: int = 64 * 2**20
    index_line: int = 2**20
    index_entries: int = 1_000_000
    received: int = 2**30
