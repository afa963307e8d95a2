import pytest

from skillpack.fetch.address import Nearness
from skillpack.fetch.connections import refused_peer

PUBLIC, PRIVATE, NEVER = Nearness


@pytest.mark.parametrize("near", [PUBLIC, PRIVATE])
def test_the_site_that_was_named_may_be_anywhere(near) -> None:
    assert refused_peer(near, PUBLIC, home=True) == ""


@pytest.mark.parametrize(
    ("near", "home_near", "refused"),
    [
        *((PUBLIC, PUBLIC, False), (PUBLIC, PRIVATE, False), (PRIVATE, PRIVATE, False), (PRIVATE, PUBLIC, True)),
        *((NEVER, PUBLIC, True), (NEVER, PRIVATE, True)),
    ],
)
def test_a_public_site_leads_to_no_private_machine(near, home_near, refused) -> None:
    assert bool(refused_peer(near, home_near, home=False)) == refused


def test_where_no_site_is_nobody_is_asked() -> None:
    assert refused_peer(NEVER, PUBLIC, home=True)
