"""Credentials of every kind that is known, made when the tests run, so that scanners of the repository find none.

Of each the first four characters are its prefix or a fixed word, and the rest looks like chance.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Made:
    """A made-up credential that nobody can tell from a real one.

    Attributes:
        what: Its kind, as findings say it.
        text: What stands in a file.
        value: What of it must not leave; the first four characters may, where it is long.
    """

    what: str
    text: str
    value: str


def letters(length: int, seed: str = "seed", alphabet: str = "") -> str:
    """Return so many letters and digits that look like chance."""
    source, text = seed.encode(), ""
    while len(text) < length:
        source = hashlib.sha512(source).digest()
        made = base64.b64encode(source).decode().replace("+", "").replace("/", "").replace("=", "")
        text += "".join(char for char in made if not alphabet or char in alphabet)
    return text[:length]


def private_key(seed: str = "seed", kind: str = "RSA ") -> str:
    name = kind + "PRIVATE KEY"
    return f"-----BEGIN {name}-----\n{key_lines(seed)}\n-----END {name}-----"


def key_lines(seed: str) -> str:
    lines = [letters(64, f"{seed}{number}") for number in range(12)]
    lines[0] = "MIIE" + lines[0][4:]
    return "\n".join([*lines, letters(10, seed) + "=="])


def credentials(seed: str = "seed") -> Mapping[str, Made]:
    """Return a credential of each kind, by a name that could be a skill's; another seed gives others."""

    def some(length: int, more: str = "") -> str:
        return letters(length, seed + more)

    def hexed(length: int) -> str:
        return letters(length, seed, "0123456789abcdef")

    def upper(length: int) -> str:
        return letters(length, seed, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    def encoded(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    made: dict[str, Made] = {}

    def whole(name: str, what: str, text: str) -> None:
        made[name] = Made(what, text, text)

    def part(name: str, what: str, before: str, value: str, after: str = "") -> None:
        made[name] = Made(what, before + value + after, value)

    whole("aws-id", "an AWS access key", "AK" + "IA" + upper(16))
    whole("aws-session", "an AWS access key", "AS" + "IA" + upper(16))
    part("aws-secret", "an AWS secret key", "aws_secret_access_" + "key = ", "wJb4" + some(20) + "/+" + some(14, "b"))
    whole("github", "a GitHub token", "gh" + "p_" + some(36))
    whole("github-fine", "a GitHub token", "github" + "_pat_" + some(22) + "_" + some(59, "b"))
    whole("gitlab", "a GitLab token", "gl" + "pat-" + some(20))
    whole("slack", "a Slack token", "xo" + "xb-" + "918273645018-8172635409182-" + some(24))
    part(
        "slack-hook",
        "a Slack webhook",
        "https://hooks." + "slack.com/services/",
        "T0A1" + upper(8) + "/B05F" + upper(8) + "/" + some(24),
    )
    part(
        "discord-hook",
        "a Discord webhook",
        "https://discord" + ".com/api/webhooks/",
        "9182" + letters(14, seed, "0123456789") + "/" + some(64),
    )
    whole("discord", "a Discord token", "MTI4" + encoded_digits(seed)[4:] + "." + some(6) + "." + some(38, "b"))
    whole("telegram", "a Telegram token", "9182" + letters(6, seed, "0123456789") + ":A" + "A" + some(33))
    whole("stripe", "a Stripe key", "sk" + "_live_" + some(24))
    whole("stripe-hook", "a Stripe webhook secret", "wh" + "sec_" + some(32))
    whole("google", "a Google API key", "AI" + "za" + some(35))
    whole("google-client", "a Google client secret", "GOC" + "SPX-" + some(28))
    whole("google-access", "a Google access token", "ya" + "29." + some(120))
    whole("openai", "an OpenAI key", "sk" + "-proj-" + some(70) + "T3Blbk" + "FJ" + some(70, "b"))
    whole("anthropic", "an Anthropic key", "sk" + "-ant-api03-" + some(93))
    whole("openrouter", "an OpenRouter key", "sk" + "-or-v1-" + hexed(64))
    whole("npm", "an npm token", "np" + "m_" + some(36))
    whole("pypi", "a PyPI token", "py" + "pi-AgE" + some(120))
    whole("hugging-face", "a Hugging Face token", "h" + "f_Q" + some(33))
    whole("digitalocean", "a DigitalOcean token", "do" + "p_v1_" + hexed(64))
    whole("shopify", "a Shopify token", "shp" + "at_" + hexed(32))
    whole("databricks", "a Databricks token", "da" + "pi" + hexed(32))
    whole("groq", "a Groq key", "gs" + "k_" + some(52))
    whole("xai", "an xAI key", "xa" + "i-" + some(80))
    whole("replicate", "a Replicate token", "r8" + "_Q" + some(36))
    whole("perplexity", "a Perplexity key", "pp" + "lx-" + some(48))
    whole("tavily", "a Tavily key", "tv" + "ly-" + some(32))
    whole("linear", "a Linear key", "lin" + "_api_" + some(40))
    whole("notion", "a Notion token", "nt" + "n_" + some(46))
    whole("figma", "a Figma token", "fi" + "gd_" + some(40))
    whole("supabase", "a Supabase token", "sb" + "p_" + hexed(40))
    whole("planetscale", "a PlanetScale token", "psc" + "ale_tkn_" + some(40))
    whole("grafana", "a Grafana token", "gl" + "sa_" + some(32) + "_" + hexed(8))
    whole("sentry", "a Sentry token", "sn" + "trys_" + some(90))
    whole("docker-hub", "a Docker Hub token", "dc" + "kr_pat_" + some(27))
    whole("atlassian", "an Atlassian token", "AT" + "ATT3" + some(120))
    whole("square", "a Square token", "EA" + "AA" + some(60))
    whole("new-relic", "a New Relic key", "NR" + "AK-" + letters(27, seed, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
    whole("postman", "a Postman key", "PM" + "AK-" + hexed(24) + "-" + hexed(34))
    whole("rubygems", "a RubyGems key", "ruby" + "gems_" + hexed(48))
    whole("crates", "a crates.io token", "ci" + "oQ" + some(31))
    part("age", "an age key", "AGE-SECRET" + "-KEY-1", "Q9Z8" + upper(54))
    whole("brevo", "a Brevo key", "xkey" + "sib-" + hexed(64) + "-" + some(16))
    whole("doppler", "a Doppler token", "dp" + ".pt." + some(43))
    whole("fly", "a Fly.io token", "fo" + "1_" + some(43))
    whole("vault", "a Vault token", "hv" + "s." + some(90))
    whole("sendgrid", "a SendGrid key", "S" + "G." + "9Z" + some(20) + "." + some(43, "b"))
    whole("twilio", "a Twilio key", "S" + "K9a" + hexed(30))
    part("twilio-token", "a Twilio token", "A" + "C" + hexed(32)[::-1] + ":", "9a8b" + hexed(28))
    whole("mailgun", "a Mailgun key", "ke" + "y-" + hexed(32))
    whole("mailgun-new", "a Mailgun key", "9a8b" + hexed(28) + "-" + hexed(8)[::-1] + "-" + hexed(8))
    part("bearer", "a token after `Bearer`", "Authorization: Bear" + "er ", "9Zx8" + some(36))
    basic = base64.b64encode(f"svc:9Zx8{some(11)}".encode()).decode()
    part("basic", "a password after `Basic`", "Authorization: Bas" + "ic ", basic)
    part("named-password", "a password", "DB_" + "PASSWORD=", "9Zx8" + some(28))
    part("named-token", "a token", "api_" + 'token = "', "9Zx8" + some(30), '"')
    part("named-secret", "a secret", "APP_" + "SECRET: ", "9a8b" + hexed(36))
    part("azure", "an Azure storage key", "Account" + "Key=", "9Zx8" + some(82) + "==")
    whole(
        "web-token", "a JSON Web Token", encoded({"alg": "HS256"}) + "." + encoded({"jti": some(24)}) + "." + some(43)
    )
    part("password-short", "a password in a URL", "postgres://app:", some(11) + "9a", "@db.corp.internal:5432/app")
    part("password-long", "a password in a URL", "amqps://app:", "9Zx8" + some(20), "@mq.corp.internal")
    part(
        "key-rsa",
        "a private key",
        "-----BEGIN " + "RSA PRIVATE KEY-----\n",
        key_lines(seed),
        "\n-----END RSA " + "PRIVATE KEY-----",
    )
    part(
        "key-json",
        "a private key",
        '{"private_key": "-----BEGIN ' + "PRIVATE KEY-----\\n",
        key_lines(seed).replace("\n", "\\n"),
        "\\n-----END " + 'PRIVATE KEY-----\\n"}',
    )
    return made


def encoded_digits(seed: str) -> str:
    """Return the number of a bot as Discord writes it."""
    digits = "128" + letters(15, seed, "0123456789")
    return base64.b64encode(digits.encode()).decode().rstrip("=")
