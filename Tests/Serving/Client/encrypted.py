"""Tests an encrypted server with OpenSSL's TLS: its certificate, its cookie, and live view as a WebSocket. encrypted.py PORT TOKEN FINGERPRINT"""

import base64
import hashlib
import json
import os
import socket
import ssl
import sys


def connect(port, **options):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for name, value in options.items():
        setattr(context, name, value)
    return context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=60))


def head(client):
    received = b""
    while not received.endswith(b"\r\n\r\n"):
        byte = client.recv(1)
        assert byte, "the connection ended"
        received += byte
    lines = received.decode().split("\r\n")
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}


def exactly(client, count):
    received = b""
    while len(received) < count:
        part = client.recv(count - len(received))
        assert part, "the connection ended"
        received += part
    return received


def request(client, method, path, fields=(), body=b""):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *fields]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    client.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    status, found = head(client)
    return status, found, exactly(client, int(found.get("content-length", 0)))


def message(client):
    """The payload of a WebSocket's message, which servers do not mask."""
    first, length = exactly(client, 2)
    assert first == 0x82, f"not a whole binary message: {first:#x}"
    if length == 126:
        length = int.from_bytes(exactly(client, 2), "big")
    elif length == 127:
        length = int.from_bytes(exactly(client, 8), "big")
    return exactly(client, length)


def main(port, token, fingerprint):
    client = connect(port)
    found = hashlib.sha256(client.getpeercert(True)).hexdigest().upper()
    assert ":".join(found[at:at + 2] for at in range(0, 64, 2)) == fingerprint, "the certificate has another fingerprint"
    status, _, body = request(client, "GET", "/api/v1/session")
    assert status == 200 and json.loads(body)["tokenNeeded"] and not json.loads(body)["authorized"]
    assert request(client, "GET", "/api/v1/cameras")[0] == 401
    client = connect(port)
    status, fields, _ = request(client, "POST", "/api/v1/session", body=json.dumps({"token": token}).encode())
    assert status == 200 and fields["set-cookie"].endswith("; HttpOnly; SameSite=Strict; Secure"), fields
    cookie = "Cookie: " + fields["set-cookie"].split(";")[0]

    key = base64.b64encode(os.urandom(16)).decode()
    status, fields, _ = request(
        client, "GET", "/api/v1/cameras/SIM-0001/live-view",
        [cookie, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"])
    accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    assert status == 101 and fields["sec-websocket-accept"] == accept
    last = -1
    for _ in range(30):
        frame = message(client)
        assert frame[:4] == b"HSF1"
        jpeg = frame[int.from_bytes(frame[4:6], "big"):]
        assert jpeg[:2] == b"\xff\xd8" and jpeg[-2:] == b"\xff\xd9"
        number = int.from_bytes(frame[8:16], "big")
        assert number > last
        last = number
    client.close()

    # Old versions of TLS and requests without encryption are refused.
    try:
        connect(port, minimum_version=ssl.TLSVersion.TLSv1, maximum_version=ssl.TLSVersion.TLSv1_1)
        sys.exit("TLS 1.1 is accepted")
    except (ssl.SSLError, ConnectionError):
        pass
    plain = socket.create_connection(("127.0.0.1", port), timeout=60)
    plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try:
        assert not plain.recv(4096).startswith(b"HTTP/"), "a request without encryption is answered"
    except ConnectionError:
        pass


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
