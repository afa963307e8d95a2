"""By whom `sign` signs: a key, alone or with its certificates, or an identity of sigstore; the library makes both."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from skillpack import machine
from skillpack.cli.options.advanced import advanced_option
from skillpack.errors import SkillpackError, UnreachableError, UsageError
from skillpack.evidence.bundle import can_verify
from skillpack.files.membership import EVALS
from skillpack.files.read import read_file
from skillpack.model.portable import printable
from skillpack.model.signature import SIGNATURE
from skillpack.parse.tool_source import install_extra

F = TypeVar("F", bound=Callable[..., Any])

MakeSignature = Callable[[Path, bool], bytes]
"""Folder of the files that are published, and whether evaluations lie beside them -> its signature."""

SignStatement = Callable[[bytes], bytes]
"""In-toto statement, as JSON -> its signed bundle."""

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

_KEY = "skillpack.signing"
_LARGEST_KEY = 2**16  # bytes
_LONGEST_SECRET = 2**14  # bytes of a password or a token
_LARGEST_CONFIG = 2**18  # bytes
_LONGEST_REASON = 200  # characters
_NEEDS_NETWORK = (
    "an identity needs the network: the servers of sigstore, and who says who you are; `--key FILE` asks nobody"
)


class SigningOptions(Struct, frozen=True):
    """What was typed beside the key and its certificates.

    Attributes:
        sigstore: By an identity, in place of a key.
        identity_token: File of the token that says who signs, `-` for standard input; empty for that of a CI, or for
            asking in a browser.
        trust_config: Of a private instance of sigstore; None for the public one.
        password_file: Whose first line is the password of the key; None for asking.
    """

    sigstore: bool = False
    identity_token: str = ""
    trust_config: Path | None = None
    password_file: Path | None = None


def signing_options(command: F) -> F:
    """Add the options to a command; they are no arguments of it: `typed_signing` returns them."""
    noted: dict[str, Any] = {"expose_value": False, "callback": _note}
    more = partial(advanced_option, **noted)
    for option in (
        more("--trust-config", type=FILE, metavar="FILE", help="Of a private instance of sigstore, for --sigstore."),
        more(
            "--identity-token",
            metavar="FILE",
            help="Token that says who you are, for --sigstore; `-` reads it from standard input.",
        ),
        more("--password-file", type=FILE, metavar="FILE", help="Its first line is the password of the key."),
        click.option("--sigstore", is_flag=True, help="Sign by who you are; needs the network.", **noted),
    ):
        command = option(command)
    return command


def typed_signing(key: Path | None, certificate: Path | None, chain: tuple[Path, ...]) -> SigningOptions:
    """Return what was typed.

    Raises:
        UsageError: Not one of a key and an identity was given, or what belongs to the other.
    """
    typed = click.get_current_context().meta.get(_KEY, {})
    options = SigningOptions(**{name: value for name, value in typed.items() if value is not None})
    if (key is None) is not options.sigstore:
        raise UsageError(
            "give either `--key` or `--sigstore`",
            hint="`--key FILE` signs by a private key, `--sigstore` by who you are",
        )
    if chain and certificate is None:
        raise UsageError("`--chain` needs `--certificate`", hint="give the certificate of the key")
    if options.sigstore and (certificate is not None or options.password_file is not None):
        raise UsageError("`--certificate` and `--password-file` belong to `--key`", hint="leave them out")
    if not options.sigstore and (options.identity_token or options.trust_config is not None):
        raise UsageError("`--identity-token` and `--trust-config` belong to `--sigstore`", hint="leave them out")
    return options


def signature_maker(
    options: SigningOptions, key: Path | None, certificate: Path | None, chain: tuple[Path, ...]
) -> MakeSignature:
    """Return the function that signs; no server is asked before that is called.

    Raises:
        UsageError: The extra is missing, or a file is no key, certificate, token or configuration.
        FetchError: A file cannot be read.
    """
    try:
        from model_signing import hashing
    except ImportError as error:
        hint = install_extra(machine.installed_from(), "sign")
        raise UsageError("`sign` needs the extra `sign`, which is not installed", hint=hint) from error
    signer = _by_identity(options) if key is None else _by_key(key, certificate, chain, options.password_file)

    def make(folder: Path, evaluations: bool) -> bytes:  # noqa: FBT001 one flag of a callable
        beside = folder.with_name(SIGNATURE)
        # Whoever verifies the folder itself passes over what is not published.
        ignored = hashing.Config().set_ignored_paths(
            paths=[SIGNATURE, *([EVALS] if evaluations else [])], ignore_git_paths=False
        )
        with _asking_servers() if key is None else nullcontext():
            signer().set_hashing_config(ignored).sign(folder, beside)
        return beside.read_bytes()

    return make


def statement_signer(
    key: Path | None, certificate: Path | None, chain: tuple[Path, ...], password_file: Path | None
) -> SignStatement:
    """Return the function that signs a statement by a key, alone or with its certificates.

    Raises:
        UsageError: There is no key, a file is none of what it should be, or the extra is missing.
        FetchError: A file cannot be read.
    """
    if key is None or (chain and certificate is None):
        missing = "`--key`" if key is None else "`--certificate`"
        raise UsageError(f"{missing} is missing", hint="certificates need the key and its own one")
    if not can_verify():
        hint = install_extra(machine.installed_from(), "sign")
        raise UsageError("`--key` needs the extra `sign`, which is not installed", hint=hint)
    from skillpack.evidence.envelope import sign_statement

    held = [read_file(path, _LARGEST_KEY) for path in (*([certificate] if certificate else []), *chain)]
    plain = plain_key(key, password_file)

    def sign(statement: bytes) -> bytes:
        try:
            return sign_statement(statement, plain, held)
        except ValueError as error:
            raise UsageError(f"the key or a certificate cannot be used: {error}", hint="give PEM files") from error

    return sign


def _by_key(
    key: Path, certificate: Path | None, chain: tuple[Path, ...], password_file: Path | None
) -> Callable[[], Any]:
    """Return what returns the library's configuration for signing by a key.

    Raises:
        UsageError: A file is no key on an elliptic curve, or no certificate; or the password is missing or wrong.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from model_signing import signing

    config = signing.Config()
    try:
        with _without_password(key, password_file) as plain:
            if certificate is None:
                config.use_elliptic_key_signer(private_key=plain)
            else:
                config.use_certificate_signer(
                    private_key=plain, signing_certificate=certificate, certificate_chain=chain
                )
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UsageError(f"the key or a certificate cannot be used: {error}", hint="give PEM files") from error
    return lambda: config


@contextmanager
def _without_password(key: Path, password_file: Path | None) -> Iterator[Path]:
    """Yield where the library reads a key without a password; one that had one goes through a pipe, not to the disk."""
    plain = plain_key(key, password_file)
    if plain == read_file(key, _LARGEST_KEY):
        yield key
        return
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as pipe:  # a key is smaller than what a pipe holds
            pipe.write(plain)
        yield Path(f"/dev/fd/{reading}")
    finally:
        os.close(reading)


def plain_key(key: Path, password_file: Path | None) -> bytes:
    """Return a private key without its password, as PEM; what the file holds where that is no key with one.

    Raises:
        UsageError: The password is missing or wrong.
        FetchError: A file cannot be read.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

    pem = read_file(key, _LARGEST_KEY)
    try:
        load_pem_private_key(pem, None)
    except (ValueError, UnsupportedAlgorithm):
        return pem
    except TypeError:
        try:
            opened = load_pem_private_key(pem, _password(key, password_file).encode())
        except (ValueError, TypeError) as error:  # the second where it is empty
            raise UsageError(f"the password of `{key}` is wrong", hint="try again") from error
        return opened.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    if password_file is not None:
        raise UsageError(f"the key `{key}` has no password", hint="leave `--password-file` out")
    return pem


def _password(key: Path, file: Path | None) -> str:
    """Return the password of a key: the first line of a file, else what somebody types unseen.

    Raises:
        UsageError: Nobody is there to type it.
    """
    if file is not None:
        lines = read_file(file, _LONGEST_SECRET).decode("utf-8", "replace").splitlines()
        return lines[0] if lines else ""
    if not sys.stdin.isatty():
        raise UsageError(f"the key `{key}` has a password", hint="give `--password-file FILE`, whose first line is it")
    return str(click.prompt(f"Password of {key}", hide_input=True, err=True))


def _by_identity(options: SigningOptions) -> Callable[[], Any]:
    """Return what returns the library's configuration for signing by an identity, and asks servers for that at first.

    Raises:
        UsageError: The token or the configuration cannot be used.
    """
    from sigstore.models import ClientTrustConfig
    from sigstore.oidc import IdentityError, IdentityToken

    token = _typed_token(options.identity_token)
    try:
        if token:
            IdentityToken(token)
    except IdentityError as error:
        hint = "a token is good for minutes, and for the audience `sigstore`: get a fresh one"
        raise UsageError(f"the identity token cannot be used: {error}", hint=hint) from error
    if options.trust_config is not None:
        try:
            ClientTrustConfig.from_json(read_file(options.trust_config, _LARGEST_CONFIG).decode())
        except ValueError as error:
            raise UsageError(
                f"`{options.trust_config}` is no configuration of a client of sigstore",
                hint="who runs the instance gives a file in the form ClientTrustConfig",
            ) from error

    @cache
    def ready() -> Any:
        from model_signing import signing
        from sigstore.oidc import detect_credential

        is_ambient = not token and bool(detect_credential())
        said = token or ("" if is_ambient else _asked_token(options.trust_config))
        return signing.Config().use_sigstore_signer(
            identity_token=said or None, use_ambient_credentials=is_ambient, trust_config=options.trust_config
        )

    return ready


def _typed_token(place: str) -> str:
    """Return the token of a file or of standard input; empty where none is named.

    Raises:
        UsageError: It is empty.
    """
    if not place:
        return ""
    content = sys.stdin.buffer.read(_LONGEST_SECRET) if place == "-" else read_file(Path(place), _LONGEST_SECRET)
    token = content.decode("utf-8", "replace").strip()
    if not token:
        raise UsageError("the identity token is empty", hint="give the file of a token, or `-` and the token itself")
    return token


def _asked_token(trust_config: Path | None) -> str:
    """Return the token that somebody gets in a browser, once for all skills.

    Raises:
        UsageError: Nobody is there to get it.
    """
    from sigstore.models import ClientTrustConfig
    from sigstore.oidc import Issuer

    if not sys.stdin.isatty():
        raise UsageError(
            "nobody says who signs: there is no identity token",
            hint="give `--identity-token FILE`; in GitHub Actions the job needs `permissions: id-token: write`",
        )
    config = ClientTrustConfig.from_json(trust_config.read_text()) if trust_config else ClientTrustConfig.production()
    return str(Issuer(config.signing_config.get_oidc_url()).identity_token())


@contextmanager
def _asking_servers() -> Iterator[None]:
    """Say of what the library's clients raise, most of which has no public name, that signing by an identity failed.

    Raises:
        UnreachableError: A server does not answer.
        SkillpackError: A server refuses, or what it answers does not hold.
    """
    from sigstore.errors import NetworkError, TUFError

    try:
        yield
    except SkillpackError:
        raise
    except (OSError, NetworkError, TUFError) as error:
        message = f"a server of sigstore cannot be asked: {_reason(error)}"
        raise UnreachableError(message, hint=_NEEDS_NETWORK) from error
    except Exception as error:
        raise SkillpackError(f"sigstore did not sign: {_reason(error)}", hint=_NEEDS_NETWORK) from error


def _reason(error: Exception) -> str:
    return printable(str(error.__cause__ or error) or type(error).__name__, longest=_LONGEST_REASON)


def _note(context: click.Context, parameter: click.Parameter, value: object) -> object:
    context.meta.setdefault(_KEY, {})[parameter.name] = value
    return value
