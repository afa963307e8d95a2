"""Hosts: who answers for what they give away, and to whom a key belongs (pure)."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from skillpack.parse.patterns import late

_SHORTENING = (
    "bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly cutt.ly rebrand.ly rb.gy shorturl.at t.ly tiny.cc bit.do buff.ly"
    " s.id lnkd.in shrtco.de clck.ru urlz.fr qr.ae"
)
SHORTENERS = frozenset(_SHORTENING.split())
"""Hosts behind whose addresses others stand."""

_OPEN_TO_ALL = (
    "pastebin.com paste.ee hastebin.com dpaste.com dpaste.org ghostbin.com rentry.co rentry.org termbin.com ix.io"
    " 0x0.st transfer.sh file.io controlc.com paste.rs privatebin.net justpaste.it pastes.dev bpa.st paste.debian.net"
    " cdn.discordapp.com files.catbox.moe litterbox.catbox.moe webhook.site pipedream.net requestbin.com ngrok.io"
    " ngrok.app ngrok-free.app trycloudflare.com serveo.net loca.lt bore.pub pinggy.link"
    " requestcatcher.com beeceptor.com burpcollaborator.net dnslog.cn glot.io"
    " interact.sh oast.fun oast.live oast.me oast.online oast.pro oast.site gist.githubusercontent.com"
)
PASTES = frozenset(_OPEN_TO_ALL.split())
"""Hosts where anybody may put files, or take what is sent."""

_LOCAL = frozenset(("localhost", "host.docker.internal"))
_OWN_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost", ".svc", ".intranet", ".corp")
_OWN_NETWORKS = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
"""Networks, and endings of names, that lead nowhere beyond the own one."""

_HOSTED_BY_USERS = (
    "nextcloud owncloud gitea forgejo homeassistant hass hassio octoprint jenkins keycloak vault"
    " mattermost zulip matrix synapse"
    " wordpress wp jellyfin plex paperless immich minio sonarqube nexus artifactory harbor drone"
    " woodpecker grafana prometheus"
    " influx influxdb elastic elasticsearch opensearch kibana rabbitmq litellm ollama caldav carddav"
    " webdav imap smtp redmine"
    " moodle bookstack wikijs outline n8n nodered mqtt portainer proxmox truenas synology adguard pihole unifi mastodon"
    " gotify ntfy vaultwarden firefly actual ghost discourse strapi directus metabase superset"
    " airflow argocd rundeck awx"
)
_SELF_HOSTED = frozenset(_HOSTED_BY_USERS.split())
"""Words of names of keys for what people run on hosts of their own: nobody else knows which."""

_ADDRESS = late(
    r"(?P<scheme>https?|ftp)://(?:[^\s/@\"'`<>]*@)?(?P<host>\[[0-9a-f:.]+\]|[\w.-]+)"
    r"|(?<![\w./@-])(?P<bare>\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]+\.)+[a-z]{2,})(?=[:/])",
    re.IGNORECASE,
)

_SERVICES = {
    "anthropic claude": "anthropic.com claude.ai claude.com",
    "openai": "openai.com",
    "gemini google googleapis gcp gmail gdrive bigquery firebase chrome webstore android": "googleapis.com google.com",
    "github gh": "github.com githubusercontent.com ghcr.io",
    "gitlab": "gitlab.com",
    "slack": "slack.com",
    "notion": "notion.com notion.so",
    "aws": "amazonaws.com aws.amazon.com",
    "azure microsoft msgraph entra outlook sharepoint onedrive": (
        "azure.com azure.net windows.net microsoft.com microsoftonline.com"
    ),
    "cloudflare cf": "cloudflare.com",
    "stripe": "stripe.com",
    "huggingface hf": "huggingface.co hf.co",
    "discord": "discord.com discordapp.com",
    "telegram": "telegram.org",
    "jira atlassian confluence bitbucket": "atlassian.net atlassian.com bitbucket.org",
    "linear": "linear.app",
    "npm": "npmjs.org npmjs.com",
    "pypi twine": "pypi.org",
    "vercel": "vercel.com",
    "netlify": "netlify.com",
    "sentry": "sentry.io",
    "datadog dd": "datadoghq.com datadoghq.eu",
    "sendgrid": "sendgrid.com",
    "twilio": "twilio.com",
    "replicate": "replicate.com",
    "fal": "fal.ai fal.run",
    "elevenlabs": "elevenlabs.io",
    "openrouter": "openrouter.ai",
    "groq": "groq.com",
    "mistral": "mistral.ai",
    "cohere": "cohere.com cohere.ai",
    "perplexity pplx": "perplexity.ai",
    "deepseek": "deepseek.com",
    "xai": "x.ai",
    "tavily": "tavily.com",
    "exa": "exa.ai",
    "firecrawl": "firecrawl.dev",
    "serpapi": "serpapi.com",
    "brave": "brave.com",
    "figma": "figma.com",
    "airtable": "airtable.com",
    "hubspot": "hubapi.com hubspot.com",
    "shopify": "myshopify.com shopify.com",
    "dropbox": "dropboxapi.com dropbox.com",
    "digitalocean": "digitalocean.com",
    "linode": "linode.com",
    "heroku": "heroku.com",
    "fly": "fly.io",
    "supabase": "supabase.co supabase.com",
    "pinecone": "pinecone.io",
    "nvidia ngc": "nvidia.com",
    "kaggle": "kaggle.com",
    "wandb": "wandb.ai",
    "circleci": "circleci.com",
    "pagerduty": "pagerduty.com",
    "grafana": "grafana.net grafana.com",
    "newrelic": "newrelic.com",
    "trello": "trello.com",
    "asana": "asana.com",
    "zoom": "zoom.us",
    "spotify": "spotify.com",
    "twitter x": "twitter.com x.com",
    "reddit": "reddit.com",
    "youtube": "googleapis.com youtube.com",
    "deepl": "deepl.com",
    "mapbox": "mapbox.com",
    "etherscan": "etherscan.io",
    "alchemy": "alchemy.com",
    "infura": "infura.io",
}
"""Words of names of keys -> hosts of the service that gives the keys."""

_HOSTS_OF = {word: tuple(hosts.split()) for words, hosts in _SERVICES.items() for word in words.split()}
_WORD = re.compile(r"[a-z0-9]+")
_OF_ANY_KEY = (
    "api key keys token secret access auth bearer pat id password passwd pass pwd webhook url app client user bot rest"
    " service account private credential credentials dsn com io"
)
_PLAIN_WORDS = frozenset(_OF_ANY_KEY.split())


def unanswered(command: str) -> str:
    """Return in words why nobody answers for what is at the first address in a text; empty where somebody may."""
    found = _ADDRESS().search(command)
    if not found:
        return ""
    host = (found["host"] or found["bare"]).lower().strip("[]")
    if host in _LOCAL or host.endswith(".localhost"):
        return ""
    address = _ip(host)
    if is_own_network(host):
        return ""
    if address is not None:
        return "" if address.is_loopback else "from a bare address"
    if is_of(host, SHORTENERS):
        return "from behind a shortened address"
    if is_of(host, PASTES):
        return "from a site where anybody may put files"
    return "over plain http" if (found["scheme"] or "").lower() in {"http", "ftp"} else ""


def is_of(host: str, names: frozenset[str] | tuple[str, ...]) -> bool:
    """Return whether a host is one of some, or below one."""
    return host in names or any(host.endswith(f".{name}") for name in names)


def is_bare(host: str) -> bool:
    """Return whether a host is an address in numbers, beyond this machine."""
    address = _ip(host.lower().strip("[]"))
    return address is not None and not address.is_loopback and not is_own_network(host)


def is_own_network(host: str) -> bool:
    """Return whether a host is one of the network that the machine is in, by its name or address."""
    host = host.lower().strip("[]")
    address = _ip(host)
    if address is None:
        return host.endswith(_OWN_ENDINGS)
    return any(address.version == network.version and address in network for network in _OWN_NETWORKS)


def belongs(key: str, host: str) -> bool:
    """Return whether a key goes to its own service: to its hosts, or where nobody knows these, one with its name in it.

    A name of one or two letters has to be the whole name of the host: `X_TOKEN` belongs to `api.x.com`.

    Args:
        key: Name of a variable, such as `ACME_API_KEY`.
        host: Where it is sent.
    """
    if is_own_network(host):
        return True
    words = [word for word in _WORD.findall(key.lower().replace("_", " ")) if word not in _PLAIN_WORDS]
    if words and words[0] in _SELF_HOSTED and not (is_of(host, PASTES) or is_of(host, SHORTENERS) or is_bare(host)):
        return True
    known = [name for word in words for name in _HOSTS_OF.get(word, ())]
    if known:
        return is_of(host, tuple(known))
    labels = "".join(_WORD.findall(host.lower()))
    owner = host.lower().split(".")[-2:-1]
    if [key.lower().partition("_")[0]] == owner or any(len(word) > 2 and word in labels for word in words):
        return True
    if any(len(part) > 3 and part in word for part in host.lower().split(".")[:-1] for word in words):
        return True
    return any(len(word) > 2 and _abbreviates(word, label) for word in words[:1] for label in owner)


def services_of(key: str) -> tuple[str, ...]:
    """Return the hosts of the service that a key is known to be of; empty where nobody knows it.

    Args:
        key: Name of a variable.
    """
    words = _WORD.findall(key.lower().replace("_", " "))
    return next((_HOSTS_OF[word] for word in words if word in _HOSTS_OF), ())


def serves(description: str, key: str, host: str) -> bool:
    """Return whether a description names the host of a key of which nobody knows the service.

    Args:
        description: Of a skill.
        key: Name of a variable.
        host: Where it is sent.
    """
    words = _WORD.findall(key.lower().replace("_", " "))
    if any(word in _HOSTS_OF for word in words):
        return False
    owner = "".join(_WORD.findall("".join(host.lower().split(".")[-2:-1])))
    return len(owner) > 3 and owner in "".join(_WORD.findall(description.lower()))


def _abbreviates(word: str, label: str) -> bool:
    """Return whether a word is made of letters of a name, in their order from its first on: `owm`, openweathermap."""
    letters = iter(label)
    return word[:1] == label[:1] and len(label) > len(word) and all(letter in letters for letter in word)


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(int(host) if host.isdigit() and int(host) < 2**32 else host)
    except ValueError:
        return None
