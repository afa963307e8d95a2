"""How a transaction changes a root; nothing else imports it."""
