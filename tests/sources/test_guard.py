"""The guard of all tests: nothing leaves this machine, and a test that tries fails."""

import socket

import pytest


def test_a_connection_elsewhere_is_refused_and_noted(network) -> None:
    with socket.socket() as made, pytest.raises(ConnectionRefusedError):
        made.connect(("192.0.2.1", 9))
    with socket.socket() as made, pytest.raises(ConnectionRefusedError):
        made.connect_ex(("192.0.2.1", 9))
    assert network.left == ["a connection to 192.0.2.1:9"] * 2
    network.left.clear()


def test_no_name_server_is_asked(network) -> None:
    with pytest.raises(socket.gaierror):
        socket.create_connection(("public.example", 9))
    assert network.left == ["a question for the address of public.example"]
    network.left.clear()


def test_this_machine_may_be_reached(network) -> None:
    with socket.create_server(("127.0.0.1", 0)) as here, socket.create_connection(here.getsockname()):
        assert network.tried == [here.getsockname()]
    assert network.left == []
