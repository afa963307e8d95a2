"""Files that are private by their name: what programs keep credentials in, and nobody means to publish (pure)."""

import re

_ENVIRONMENT = re.compile(r"\.env(?!.*\.(?:example|sample|template|dist)\Z).*", re.DOTALL)
_FOLDERS = {
    ".ssh": "SSH keeps its keys there",
    ".aws": "the AWS command line keeps its credentials there",
}
_FILES = {
    ".netrc": "it holds passwords of servers",
    "_netrc": "it holds passwords of servers",
    ".git-credentials": "git keeps passwords in it",
    "kubeconfig": "it opens a Kubernetes cluster",
}
_PATHS = {
    ".docker/config.json": "it holds passwords of registries",
    ".kube/config": "it opens a Kubernetes cluster",
}
_STATE = (".tfstate", ".tfstate.backup")
_SETTINGS = {
    ".npmrc": re.compile(rb"_(?:authToken|auth|password)\s{0,9}=\s{0,9}(?!\$\{)[^\s<$]"),
    ".pypirc": re.compile(rb"^[ \t]{0,9}(?:password|token)\s{0,9}[=:]\s{0,9}(?!\$\{)[^\s<$]", re.MULTILINE),
}
_KEY_FILES = (".pem", ".key")
_PRIVATE_KEY = re.compile(
    rb"-----BEGIN (?:[A-Z0-9]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----[^\-]{60}|\A\x30\x82..\x02\x01\x00", re.DOTALL
)
_KEY_NAMES = frozenset({"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk"})


def private_reason(path: str, content: bytes) -> str:
    """Return why a file is private, as a clause; empty for nearly all.

    Args:
        path: Relative to the skill, posix.
        content: Where the name alone does not say it, what the file holds does.
    """
    *folders, name = path.split("/")
    for folder in folders:
        if folder in _FOLDERS:
            return _FOLDERS[folder]
    if name in _FILES:
        return _FILES[name]
    if _ENVIRONMENT.fullmatch(name):
        return "such files hold the secrets of an environment"
    if name.endswith(_STATE):
        return "Terraform writes secrets into its state"
    for end, why in _PATHS.items():
        if f"/{path}".endswith(f"/{end}"):
            return why
    if name in _SETTINGS:
        return "it holds a token of a registry" if _SETTINGS[name].search(content) else ""
    if name in _KEY_NAMES:
        return "it is the private half of an SSH key"
    if name.startswith("id_") or name.endswith(_KEY_FILES):
        return "it holds a private key" if _PRIVATE_KEY.search(content) else ""
    return ""
