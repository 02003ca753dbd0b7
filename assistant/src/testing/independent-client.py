"""A page's end of the channel, written from docs/assistant-channel.md alone. Needs python3-cryptography.

    independent-client.py vectors FILE          compares every value of the published vectors, prints "N values agree"
    independent-client.py pair PORT ORIGIN      pairs, then calls `service`; prints the number, then a line of JSON
    independent-client.py return PORT ORIGIN ID KEY   comes back with what it has kept; prints a line of JSON
"""
import base64, hashlib, http.client, json, os, struct, sys
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LABEL = b"signet-assistant-channel-1"
b64 = lambda octets: base64.b64encode(octets).decode()
unb64 = base64.b64decode


def point_of(key):
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Keys:
    """All that comes out of one handshake."""

    def __init__(self, private, other, origin, session, page_key, assistant_key, commitment, nonce, pairing, known):
        if len(other) != 65 or other[0] != 4:
            raise ValueError("not an uncompressed point")
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), other)
        self.secret = private.exchange(ec.ECDH(), public)
        parts = [LABEL, origin.encode(), session, page_key, assistant_key, commitment, nonce, pairing.encode()]
        transcript = b"".join(struct.pack(">I", len(part)) + part for part in parts)
        self.digest = hashlib.sha256(transcript).digest()
        self.salt = known or bytes(32)
        self.session = session

    def derive(self, purpose, salt=None):
        info = purpose.encode() + self.digest
        return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt or self.salt, info=info).derive(self.secret)

    def number(self, page_nonce):
        return "%06d" % (struct.unpack(">Q", self.derive("number", page_nonce)[:8])[0] % 1000000)

    def additional(self, direction, counter):
        return LABEL + bytes([direction]) + self.session + struct.pack(">Q", counter)

    def seal(self, counter, content):
        iv = os.urandom(16)
        key = AESGCM(self.derive("page to assistant"))
        return iv + key.encrypt(iv, content, self.additional(1, counter))

    def open(self, counter, message, purpose="assistant to page", direction=2):
        return AESGCM(self.derive(purpose)).decrypt(message[:16], message[16:], self.additional(direction, counter))


def post(port, origin, path, body):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Host": "127.0.0.1:%d" % port, "Origin": origin, "Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    answer = json.loads(connection.getresponse().read())
    if "error" in answer:
        raise SystemExit("refused: " + answer["error"]["status"])
    return answer


class Page:
    def __init__(self, port, origin, pairing="", known=None):
        self.port, self.origin, self.counter = port, origin, 0
        private, self.nonce = ec.generate_private_key(ec.SECP256R1()), os.urandom(32)
        commitment = hashlib.sha256(self.nonce).digest()
        opening = {"channel_version": 1, "public_key": b64(point_of(private)), "commitment": b64(commitment)}
        if pairing:
            opening["pairing"] = pairing
        answer = post(port, origin, "/api/v1/handshake", opening)
        session, other, nonce = (unb64(answer[name]) for name in ("session", "public_key", "nonce"))
        agreed = answer.get("pairing", "")
        if agreed not in ("", pairing):
            raise SystemExit("refused: this pairing was not sent")
        if agreed != pairing:
            raise SystemExit("refused: the pairing is not known, another assistant may be answering")
        known = known if agreed else None
        self.keys = Keys(private, other, origin, session, point_of(private), other, commitment, nonce, agreed, known)

    def call(self, command, **given):
        content = {"command": command, "input": given}
        while True:
            self.counter += 1
            message = b64(self.keys.seal(self.counter, json.dumps(content).encode()))
            body = {"session": b64(self.keys.session), "counter": self.counter, "message": message}
            answer = post(self.port, self.origin, "/api/v1/request", body)
            assert answer["counter"] == self.counter
            said = json.loads(self.keys.open(self.counter, unb64(answer["message"])))
            if "waiting" not in said:
                return said
            content = {"ticket": said["waiting"]["ticket"]}


def compare(file):
    hexed = json.load(open(file))
    given, expected = {k: bytes.fromhex(v) for k, v in hexed["given"].items()}, hexed["expected"]
    private = ec.derive_private_key(int.from_bytes(given["page_private_key"], "big"), ec.SECP256R1())
    agreed = 0
    for name, session in expected.items():
        pairing, known = (hexed["pairing"], given["pairing_key"]) if name == "paired" else ("", None)
        keys = Keys(private, given["assistant_public_key"], hexed["origin"], given["session"], point_of(private),
                    given["assistant_public_key"], hashlib.sha256(given["page_nonce"]).digest(),
                    given["assistant_nonce"], pairing, known)
        values = {"shared_secret": keys.secret.hex(), "transcript": keys.digest.hex(),
                  "number": keys.number(given["page_nonce"]), "pairing_key": keys.derive("pairing").hex(),
                  "key_to_assistant": keys.derive("page to assistant").hex(),
                  "key_to_page": keys.derive("assistant to page").hex()}
        for key, value in values.items():
            assert session[key] == value, (name, key)
        for way, purpose, direction in (("request", "page to assistant", 1), ("answer", "assistant to page", 2)):
            opened = keys.open(hexed["counter"], bytes.fromhex(session[way]), purpose, direction)
            assert opened.decode() == hexed[way], (name, way)
        agreed += len(values) + 2
    print("%d values agree" % agreed)


if __name__ == "__main__":
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "vectors":
        compare(rest[0])
    else:
        known = (rest[2], unb64(rest[3])) if what == "return" else ("", None)
        page = Page(int(rest[0]), rest[1], *known)
        print(page.keys.number(page.nonce), flush=True)
        begun = page.call("initialize", nonce=b64(page.nonce))
        print(json.dumps({"begun": begun, "key": b64(page.keys.derive("pairing")), "service": page.call("service"),
                          "token": page.call("token")}))
