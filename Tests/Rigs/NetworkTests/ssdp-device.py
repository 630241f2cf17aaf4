"""A device of SSDP, or a search for devices, with nothing of HotShoe: the counterpart in ssdp.sh.

ssdp-device.py announce ADDRESS TYPE UUID MODE   announces a device until it is ended; MODE is "good", "elsewhere" (the location
                                                 is at another host), "redirect" or "bomb" (an entity)
ssdp-device.py search ADDRESS TYPE               prints the responses of two seconds, one line each
"""
import http.server
import signal
import socket
import struct
import sys
import threading

GROUP, PORT = "239.255.255.250", 1900
GOOD = (b"<?xml version='1.0'?><root><device><friendlyName>Foreign</friendlyName><manufacturer>Canon</manufacturer>"
        b"<modelName>EOS of Python</modelName><serialNumber>77</serialNumber></device></root>")
BOMB = b"<!DOCTYPE a [<!ENTITY b '1234567890'><!ENTITY c '&b;&b;&b;&b;'>]><root><modelName>&c;</modelName></root>"


def sender(address):
    socket_ = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    socket_.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    socket_.bind((address, 0))
    return socket_


def announce(address, kind, uuid, mode):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            print("request", self.path, flush=True)
            if mode == "redirect":
                self.send_response(302)
                self.send_header("Location", "http://%s:%d/other.xml" % (address, server.server_port))
                self.end_headers()
                return
            body = BOMB if mode == "bomb" else GOOD
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer((address, 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = "192.0.2.99" if mode == "elsewhere" else address
    fields = ("CACHE-CONTROL: max-age=120\r\nLOCATION: http://%s:%d/d.xml\r\nSERVER: Test/1.0\r\nUSN: uuid:%s::%s\r\n"
              % (host, server.server_port, uuid, kind))
    out = sender(address)

    def notify(state):
        text = "NOTIFY * HTTP/1.1\r\nHOST: %s:%d\r\nNT: %s\r\nNTS: ssdp:%s\r\n%s\r\n" % (GROUP, PORT, kind, state, fields)
        out.sendto(text.encode(), (GROUP, PORT))

    def leave(*_):
        notify("byebye")
        sys.exit(0)

    signal.signal(signal.SIGTERM, leave)
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((GROUP, PORT))
    membership = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(address))
    listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
    print("ready", flush=True)
    notify("alive")
    while True:
        data, source = listener.recvfrom(4096)
        if data.startswith(b"M-SEARCH") and kind.encode() in data:
            print("search", source[0], flush=True)
            out.sendto(("HTTP/1.1 200 OK\r\nST: %s\r\nEXT:\r\n%s\r\n" % (kind, fields)).encode(), source)


def search(address, kind):
    out = sender(address)
    text = 'M-SEARCH * HTTP/1.1\r\nHOST: %s:%d\r\nMAN: "ssdp:discover"\r\nMX: 1\r\nST: %s\r\n\r\n' % (GROUP, PORT, kind)
    out.sendto(text.encode(), (GROUP, PORT))
    out.settimeout(2)
    try:
        while True:
            data, source = out.recvfrom(4096)
            print(source[0], data.decode().replace("\r\n", "|"), flush=True)
    except socket.timeout:
        pass


if __name__ == "__main__":
    {"announce": announce, "search": search}[sys.argv[1]](*sys.argv[2:])
