// BLAKE2b (RFC 7693), unkeyed, of one message in memory; the seed of a position is such a digest.

const MASK = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => parseInt(digit, 16)));

const turned = (x, by) => (x >> by | x << 64n - by) & MASK;

function mix(v, a, b, c, d, x, y) {
  v[a] = v[a] + v[b] + x & MASK; v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = v[c] + v[d] & MASK; v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = v[a] + v[b] + y & MASK; v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = v[c] + v[d] & MASK; v[b] = turned(v[b] ^ v[c], 63n);
}

function compress(h, words, length, last) {
  const v = [...h, ...START];
  v[12] ^= BigInt(length);
  if (last) v[14] ^= MASK;
  for (let round = 0; round < 12; round++) {
    const s = ORDER[round % 10].map((i) => words[i]);
    mix(v, 0, 4, 8, 12, s[0], s[1]); mix(v, 1, 5, 9, 13, s[2], s[3]);
    mix(v, 2, 6, 10, 14, s[4], s[5]); mix(v, 3, 7, 11, 15, s[6], s[7]);
    mix(v, 0, 5, 10, 15, s[8], s[9]); mix(v, 1, 6, 11, 12, s[10], s[11]);
    mix(v, 2, 7, 8, 13, s[12], s[13]); mix(v, 3, 4, 9, 14, s[14], s[15]);
  }
  for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

/** Return the digest of *data*. */
export function kw_hashlib_blake2b({ digest_size: size }, data) {
  const h = [...START];
  h[0] ^= 0x01010000n ^ BigInt(size);
  const blocks = Math.max(1, Math.ceil(data.length / 128));
  const padded = new Uint8Array(blocks * 128);
  padded.set(data);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < blocks; block++) {
    const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(block * 128 + 8 * i, true));
    const last = block === blocks - 1;
    compress(h, words, last ? data.length : (block + 1) * 128, last);
  }
  const made = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => made.setBigUint64(8 * i, word, true));
  return { digest: () => new Uint8Array(made.buffer.slice(0, size)) };
}
