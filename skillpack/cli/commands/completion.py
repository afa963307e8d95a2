"""skillpack completion: a script that completes verbs, options and files."""

import click
from click.shell_completion import get_completion_class

from skillpack.cli.options.advanced import verb
from skillpack.errors import UsageError


@verb("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a completion script for a shell.

    \b
    Examples:
      eval "$(skillpack completion bash)"
      skillpack completion fish > ~/.config/fish/completions/skillpack.fish
    """
    maker = get_completion_class(shell)
    if maker is None:
        raise UsageError(f"no completion for the shell `{shell}`")
    click.echo(maker(ctx.find_root().command, {}, "skillpack", "_SKILLPACK_COMPLETE").source())
