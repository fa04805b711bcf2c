// The Huffman code of header fields (RFC 7541, appendix B). It is canonical, so the code lengths define it.
import { MalformedMessage } from '../tls/wire.ts'

const endOfString = 256

/** Code length in bits of each byte, and of the end of the string. */
const lengths = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26, 30,
]

/** For each code length: the first code, and the symbols in the order of their codes. */
const byLength = Array.from({ length: 31 }, (_, length) => {
  const symbols = lengths.flatMap((bits, symbol) => (bits === length ? [symbol] : []))
  return { first: 0, symbols }
})
for (let length = 1, code = 0; length < byLength.length; length++) {
  byLength[length]!.first = code
  code = (code + byLength[length]!.symbols.length) * 2
}

export function unpacked(bytes: Uint8Array): Buffer {
  const decoded: number[] = []
  let code = 0
  let length = 0
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1)
      length += 1
      const { first, symbols } = byLength[length] ?? byLength[0]!
      const symbol = symbols[code - first]
      if (symbol === undefined && length < 30) continue
      if (symbol === undefined || symbol === endOfString) throw new MalformedMessage('a header is packed wrongly')
      decoded.push(symbol)
      code = length = 0
    }
  }
  // The last byte is padded with the beginning of the longest code, which is all ones.
  if (length > 7 || code !== 2 ** length - 1) throw new MalformedMessage('a header is packed wrongly')
  return Buffer.from(decoded)
}
