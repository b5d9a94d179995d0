"""Ed25519 as RFC 8032 has it, for keys that a test draws; slow, and secret from nobody."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1


def _x(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, -1, P)
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    assert (x * x - square) % P == 0, "no point of the curve"
    return P - x if x % 2 != sign else x


_Y = 4 * pow(5, -1, P) % P
BASE = (_x(_Y, 0), _Y, 1, _x(_Y, 0) * _Y % P)  # x, y, z and t = xy/z
NEUTRAL = (0, 1, 1, 0)


def _add(one, other):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar, point):
    out = NEUTRAL
    while scalar:
        if scalar & 1:
            out = _add(out, point)
        point, scalar = _add(point, point), scalar >> 1
    return out


def _packed(point):
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def _number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


class PrivateKey:
    """A key from 32 bytes."""

    def __init__(self, seed):
        digest = hashlib.sha512(seed).digest()
        self._scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
        self._prefix = digest[32:]
        self.public = _packed(_times(self._scalar, BASE))

    def sign(self, data):
        nonce = _number(self._prefix, data)
        point = _packed(_times(nonce, BASE))
        answer = (nonce + _number(point, self.public, data) * self._scalar) % L
        return point + answer.to_bytes(32, "little")


def _point(packed):
    number = int.from_bytes(packed, "little")
    y = number & (1 << 255) - 1
    x = _x(y, number >> 255)
    return x, y, 1, x * y % P


def is_signature(signature, data, public):
    """Whether the key with this public half has signed."""
    point, answer = signature[:32], int.from_bytes(signature[32:], "little")
    right = _add(_point(point), _times(_number(point, public, data), _point(public)))
    return answer < L and _packed(_times(answer, BASE)) == _packed(right)
