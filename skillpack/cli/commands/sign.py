"""skillpack sign: a signature in the folder of each skill, by the library of OpenSSF Model Signing."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from skillpack.builder.inputs.catalog import locate
from skillpack.cli.console import notify, print_json
from skillpack.cli.options.advanced import verb
from skillpack.cli.signed_list import list_options, sign_list, typed_list
from skillpack.cli.signing import FILE, MakeSignature, plain_key, signature_maker, signing_options, typed_signing
from skillpack.errors import SkillpackError, UsageError
from skillpack.evidence.signature import verify_listed, verify_signature
from skillpack.files.discover import discover
from skillpack.files.disk import replace_file, reported
from skillpack.files.location import Location
from skillpack.files.membership import EVALS
from skillpack.files.read import read
from skillpack.files.tree import write_tree
from skillpack.model.digest import signature_of
from skillpack.model.evidence import SIGNED_WHOLE
from skillpack.model.limits import Limits
from skillpack.model.portable import printable, usable_name
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE, read_signature
from skillpack.model.tree import Form, Tree, Trust
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.report.quantity import quantity

_NAMED = 6  # skills of an error


@verb("sign")
@click.argument("skills", metavar="[SKILL]...", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--key", type=FILE, metavar="FILE", help="Private key on an elliptic curve, as PEM.")
@click.option("--certificate", type=FILE, metavar="FILE", help="Certificate of the key, as PEM.")
@click.option("--chain", type=FILE, multiple=True, metavar="FILE", help="Certificates above it; repeatable.")
@signing_options
@list_options
@click.option("--changed", is_flag=True, help="Only skills that are not signed as they are.")
@click.option("--dry-run", is_flag=True, help="Print what would be signed; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was signed as JSON.")
def command(
    skills: tuple[Path, ...],
    key: Path | None,
    certificate: Path | None,
    chain: tuple[Path, ...],
    *,
    changed: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Sign each SKILL, a skill's folder or a folder of skills; without one, every skill of the catalog here.

    Of a catalog, skills of sources with `trust = "external"` are left to whom they come from: name their folders to
    sign them as well.

    Writes `skill.oms.sig` (OpenSSF Model Signing) into each folder, over the files that are published. A signature is
    not content: a published version may be signed later, or again. Files of `evals/` are signed where the signature
    that is there names them. Anybody can sign: `[signers]` names those whose signatures count.

    By `--sigstore` an identity signs: that of the job in a CI, of a token, or yours, for which a browser opens. It
    needs the network, and a log that everybody can read keeps who signed what, for ever.

    With `--site`, writes `signed-list.json` into a built site: the digests of all that installers read, with a serial
    and the day on which it expires. Who names its signers takes no older, mixed or changed state of the catalog.

    \b
    Examples:
      skillpack sign --key team.key --certificate team.pem --chain chain.pem
      skillpack sign skills/pdf --key team.key
      skillpack sign --sigstore
      skillpack sign --site dist --key team.key
    """
    options, asked = typed_signing(key, certificate, chain), typed_list()
    if asked.site is not None:
        if skills or changed:
            raise UsageError("`--site` signs the list of a site, and no SKILL", hint="sign the skills first")
        held = None if key is None else plain_key(key, options.password_file)
        sign_list(asked, held, [*([certificate] if certificate else []), *chain], dry_run=dry_run, as_json=as_json)
        return
    make = signature_maker(options, key, certificate, chain)
    signed, makers, unfit = [], list[str](), list[Path]()
    for place in _places(skills):
        tree, folder = _published(place), Path(place.path)
        if tree is None:
            unfit.append(folder)
            continue
        if changed and _is_signed(tree):
            continue
        before, maker = _signer(tree.files.get(SIGNATURE)), ""
        if not dry_run:
            content = _signature(tree, folder, make)
            with reported(folder / SIGNATURE):
                replace_file(os.fspath(folder / SIGNATURE), content)
            maker = _signer(content)
            makers.append(maker)
        state = "would be signed" if dry_run else "signed again" if signature_of(tree) else "signed"
        signed.append({"name": parse_skill(read(place, Limits())).name, "path": place.path, "state": state})
        if not as_json:
            files = quantity(len(tree.files) - (SIGNATURE in tree.files), "file")
            instead = f", in place of {before}" if before not in {"", maker} else ""
            click.echo(f"{folder / SIGNATURE}  {files}  ({state}{instead})")
    if as_json:
        print_json({"signed": signed})
    elif not signed and not unfit:
        notify("every skill is signed as it is" if changed else "no skill to sign")
    for maker, count in Counter(makers).items():
        notify(f"signed {quantity(count, 'skill')} by {maker}")
    if unfit:
        raise _unfit_error(unfit)


def _places(paths: tuple[Path, ...]) -> Iterator[Location]:
    """Yield the folders of the skills that were named, each once."""
    seen, others = set[str](), 0
    for path in paths or (Path(),):
        located = locate(path)
        found = list(discover(located.configuration.sources, located.root))
        if not found:
            raise UsageError(f"no skill in `{path}`", hint="give a skill's folder, or a folder of skills")
        is_catalog = path.resolve() == Path(located.root).resolve()  # else its folder was named, or one around it
        for each in found:
            if is_catalog and each.origin.trust is Trust.EXTERNAL:
                others += 1
            elif each.origin.form is not Form.FOLDER:
                notify(f"note: `{each.path}` is a single file, which cannot hold a signature")
            elif each.path not in seen:
                seen.add(each.path)
                yield each
    if others:
        notify(
            f'note: {quantity(others, "skill")} of sources with `trust = "external"` left to whom they come from; '
            "name their folders to sign them"
        )


def _published(place: Location) -> Tree | None:
    """Return the files of a skill as they are published; None where it cannot be read whole, or has no usable name."""
    candidate = read(place, Limits())
    is_fit = candidate.whole and usable_name(parse_skill(candidate).name)
    return published_tree(candidate) if is_fit else None


def _unfit_error(folders: Sequence[Path]) -> SkillpackError:
    """Return the error that names skills that cannot be published, and so not signed; the others are."""
    hint = f"`skillpack check {printable(str(folders[0]))}` shows every problem"
    if len(folders) == 1:
        message = f"`{folders[0]}` cannot be signed: it is not whole, or has no usable name"
        return SkillpackError(message, hint=hint)
    named = ", ".join(f"`{each}`" for each in folders[:_NAMED])
    more = f" and {len(folders) - _NAMED:,} more" if len(folders) > _NAMED else ""
    message = f"{len(folders):,} skills cannot be signed: they are not whole, or have no usable name: {named}{more}"
    return SkillpackError(message, hint=hint)


def _signer(content: bytes | None) -> str:
    """Return how a signature calls who made it, printable; empty where there is none, or it names nobody."""
    return printable(verify_listed(content, {}, ()).signer) if content else ""


def _is_signed(tree: Tree) -> bool:
    """Return whether a signature lies in a tree that names every file as it is, whoever made it."""
    facts = verify_signature(tree, ())
    return facts is not None and facts.state in SIGNED_WHOLE


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
    if read_signature(content) is None:
        raise SkillpackError(
            f"the signature of `{folder}` is larger than {LONGEST_SIGNATURE:,} bytes",
            hint="a skill of so many files cannot be signed: put some of them into an archive",
        )
    return content
