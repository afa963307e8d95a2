"""skillpack sign: a signature in the folder of each skill, by the library of OpenSSF Model Signing."""

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from skillpack import machine
from skillpack.builder.inputs.catalog import locate
from skillpack.cli.console import notify, print_json
from skillpack.cli.options.advanced import verb
from skillpack.cli.signed_list import list_options, sign_list, typed_list
from skillpack.errors import SkillpackError, UsageError
from skillpack.files.discover import discover
from skillpack.files.disk import create, reported
from skillpack.files.location import Location
from skillpack.files.membership import EVALS
from skillpack.files.read import read
from skillpack.files.tree import write_tree
from skillpack.model.digest import signature_of
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE, read_bundle
from skillpack.model.tree import Form, Tree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.parse.tool_source import install_extra

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

MakeSignature = Callable[[Path, bool], bytes]
"""Folder of the files that are published, and whether evaluations lie beside them -> its signature."""


@verb("sign")
@click.argument("skills", metavar="[SKILL]...", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--key", type=_FILE, required=True, metavar="FILE", help="Private key on an elliptic curve, as PEM.")
@click.option("--certificate", type=_FILE, metavar="FILE", help="Certificate of the key, as PEM.")
@click.option("--chain", type=_FILE, multiple=True, metavar="FILE", help="Certificates above it; repeatable.")
@list_options
@click.option("--dry-run", is_flag=True, help="Print what would be signed; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was signed as JSON.")
def command(
    skills: tuple[Path, ...],
    key: Path,
    certificate: Path | None,
    chain: tuple[Path, ...],
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Sign each SKILL, a skill's folder or a folder of skills; without one, every skill of the catalog here.

    Writes `skill.oms.sig` (OpenSSF Model Signing) into each folder, over the files that are published. A signature is
    not content: a published version may be signed later, or again. Files of `evals/` are signed where the signature
    that is there names them. Anybody can sign: `[signers]` names those whose signatures count.

    With `--site`, writes `signed-list.json` into a built site: the digests of all that installers read, with a serial
    and the day on which it expires. Who names its signers takes no older, mixed or changed state of the catalog.

    \b
    Examples:
      skillpack sign --key team.key --certificate team.pem --chain chain.pem
      skillpack sign skills/pdf --key team.key
      skillpack sign --site dist --key team.key
    """
    if chain and certificate is None:
        raise UsageError("`--chain` needs `--certificate`", hint="give the certificate of the key")
    asked = typed_list()
    if asked.site is not None:
        if skills:
            raise UsageError("`--site` signs the list of a site, and no SKILL", hint="sign the skills first")
        sign_list(asked, key, [*([certificate] if certificate else []), *chain], dry_run=dry_run, as_json=as_json)
        return
    make = _maker(key, certificate, chain)
    signed = []
    for place in _places(skills):
        tree = _published(place)
        folder = Path(place.path)
        if not dry_run:
            _write(folder / SIGNATURE, _signature(tree, folder, make))
        state = "would be signed" if dry_run else "signed again" if signature_of(tree) else "signed"
        signed.append({"name": parse_skill(read(place, Limits())).name, "path": place.path, "state": state})
        if not as_json:
            click.echo(f"{folder / SIGNATURE}  {len(tree.files) - (SIGNATURE in tree.files)} files  ({state})")
    if as_json:
        print_json({"signed": signed})
    elif not signed:
        notify("no skill to sign")


def _maker(key: Path, certificate: Path | None, chain: tuple[Path, ...]) -> MakeSignature:
    """Return the function that signs by a key.

    Raises:
        UsageError: The extra is missing, or a file is no key or certificate.
    """
    try:
        from model_signing import hashing, signing
    except ImportError as error:
        hint = install_extra(machine.installed_from(), "sign")
        raise UsageError("`sign` needs the extra `sign`, which is not installed", hint=hint) from error
    config = signing.Config()
    try:
        if certificate is None:
            config.use_elliptic_key_signer(private_key=key)
        else:
            config.use_certificate_signer(private_key=key, signing_certificate=certificate, certificate_chain=chain)
    except (ValueError, TypeError) as error:  # the second where a key has a password
        raise UsageError(f"the key or a certificate cannot be used: {error}", hint="give PEM files") from error

    def make(folder: Path, evaluations: bool) -> bytes:  # noqa: FBT001 one flag of a callable
        beside = folder.with_name(SIGNATURE)
        # Whoever verifies the folder itself passes over what is not published.
        ignored = hashing.Config().set_ignored_paths(
            paths=[SIGNATURE, *([EVALS] if evaluations else [])], ignore_git_paths=False
        )
        config.set_hashing_config(ignored).sign(folder, beside)
        return beside.read_bytes()

    return make


def _places(paths: tuple[Path, ...]) -> Iterator[Location]:
    """Yield the folders of the skills that were named, each once."""
    seen = set[str]()
    for path in paths or (Path(),):
        located = locate(path)
        found = list(discover(located.configuration.sources, located.root))
        if not found:
            raise UsageError(f"no skill in `{path}`", hint="give a skill's folder, or a folder of skills")
        for each in found:
            if each.origin.form is not Form.FOLDER:
                notify(f"note: `{each.path}` is a single file, which cannot hold a signature")
            elif each.path not in seen:
                seen.add(each.path)
                yield each


def _published(place: Location) -> Tree:
    """Return the files of a skill as they are published.

    Raises:
        SkillpackError: It cannot be read whole, or has no usable name.
    """
    candidate = read(place, Limits())
    if not candidate.whole or not usable_name(parse_skill(candidate).name):
        hint = f"`skillpack check {place.path}` shows every problem"
        raise SkillpackError(f"`{place.path}` cannot be signed: it is not whole, or has no usable name", hint=hint)
    return published_tree(candidate)


def _signature(tree: Tree, folder: Path, make: MakeSignature) -> bytes:
    """Return the signature of a tree, made of a copy: what lies in the folder and is not published is not signed.

    Raises:
        SkillpackError: It is too large to count as a signature.
    """
    files = {path: content for path, content in tree.files.items() if path != SIGNATURE}
    evaluations = (folder / EVALS).is_dir() and not any(path.startswith(f"{EVALS}/") for path in files)
    with TemporaryDirectory(prefix="skillpack-sign-") as beside:
        copy = Path(beside) / folder.resolve().name
        write_tree(Tree(files), copy)
        content = make(copy, evaluations)
    if read_bundle(content) is None:
        raise SkillpackError(
            f"the signature of `{folder}` is larger than {LONGEST_SIGNATURE:,} bytes",
            hint="a skill of so many files cannot be signed: put some of them into an archive",
        )
    return content


def _write(path: Path, content: bytes) -> None:
    """Write a file beside and rename it, so that nobody sees half of it."""
    beside = path.with_name(f".{path.name}.skillpack-new-{secrets.token_hex(4)}")
    with reported(path):
        try:
            with create(os.fspath(beside)) as file:
                file.write(content)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
