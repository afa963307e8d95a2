"""How a user installs: the settings of installers, parsed once."""

from msgspec import Struct

from skillpack.model.evidence import Signer, SigstoreIdentity
from skillpack.model.tree import Trust


class Registry(Struct, frozen=True):
    """A catalog that is asked for names.

    Attributes:
        name: As `--registry` and `NAME/SKILL` may call it; empty for none.
        url: Of a catalog that skillpack built, or a folder.
        personal: True where the user's own settings name it, not those of a project.
        signers: Paths of root certificates and public keys whose signatures count for its skills alone, beside those
            that count everywhere; only the user's own settings have any.
        identities: Of sigstore, whose signatures count for its skills alone.
        sigstore_root: Path of the file by which these are verified; empty without any.
        require_signer: Install nothing from it that none of them signed as it is.
        list_signers: Paths of root certificates and public keys by which its list must be signed; none for any list.
        list_catalog: What its list must call the catalog; empty for its own address, or for what it was called first.
    """

    name: str
    url: str
    trust: Trust = Trust.EXTERNAL
    personal: bool = True
    signers: tuple[str, ...] = ()
    identities: tuple[SigstoreIdentity, ...] = ()
    sigstore_root: str = ""
    require_signer: bool = False
    list_signers: tuple[str, ...] = ()
    list_catalog: str = ""


class ListTrust(Struct, frozen=True):
    """A registry of whose list the user named the signers.

    Attributes:
        registry: Its address, or its folder, without links and absolute.
        signers: Whose lists count.
        catalog: What its list must call it; empty for its address, or for what it was called when first seen.
    """

    registry: str
    signers: tuple[Signer, ...]
    catalog: str = ""


class Header(Struct, frozen=True):
    """A line that proves to one origin who asks; its value is never in a file of ours.

    Attributes:
        origin: `https://skills.example.com`, without a path.
        name: Of the header: `Authorization`, `PRIVATE-TOKEN`.
        variable: The environment variable that holds the value.
    """

    origin: str
    name: str
    variable: str


class InstallSettings(Struct, frozen=True):
    """What a user set for installing; every default is here.

    Attributes:
        registries: The user's own come before those of a project.
        overruled: A registry of the user, and the one of the same name that a project wanted.
        targets: Where to install, as flags would say it: `global`, `workspace`, `claude-code`, `claude-code:global`.
        min_age: Days since a version was published before it is taken; 0 for none.
        insecure: Hosts that may be read by http.
        headers: Sent to their origin alone.
        origins: Further origins from which the index of a site may have its archives.
        mirror: Folder of copies of sites, by host; empty for none.
        offline: Ask nobody.
        signers: Paths of root certificates and public keys whose signatures count for every skill; `~` is the home
            folder.
        require_signer: Install nothing that none of them signed as it is.
        identities: Of sigstore, whose signatures count as well.
        sigstore_root: Path of the file by which they are verified, like the others; empty without any.
    """

    registries: tuple[Registry, ...] = ()
    targets: tuple[str, ...] = ()
    min_age: int = 0
    insecure: tuple[str, ...] = ()
    headers: tuple[Header, ...] = ()
    origins: tuple[str, ...] = ()
    mirror: str = ""
    offline: bool = False
    signers: tuple[str, ...] = ()
    require_signer: bool = False
    identities: tuple[SigstoreIdentity, ...] = ()
    sigstore_root: str = ""
    overruled: tuple[tuple[Registry, Registry], ...] = ()
