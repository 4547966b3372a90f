"""Ports that nobody else is given, and that a server can still listen at."""

import socket

import pytest

from backends.servers.port import HOST, reserved_port


def test_a_server_can_listen_at_a_reserved_port() -> None:
    with reserved_port() as port, socket.create_server((HOST, port)), socket.create_connection((HOST, port)):
        pass


def test_a_port_is_not_given_twice() -> None:
    with reserved_port() as first, reserved_port() as second:
        assert first != second


def test_nobody_listens_at_a_reserved_port_of_itself() -> None:
    with reserved_port() as port, pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, port))
