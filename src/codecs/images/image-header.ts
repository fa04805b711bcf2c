// Reads the format and the size of an image from its header, so that images that are too large are never decoded.
import { crc32 } from 'node:zlib'

interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface ImageHeader extends ImageSize {
  readonly format: 'png' | 'jpeg' | 'webp'
}

const readers: readonly [ImageHeader['format'], (bytes: Buffer) => ImageSize | null][] = [
  ['png', pngSize],
  ['jpeg', jpegSize],
  ['webp', webpSize],
]

/** Returns null if the file is in another format. */
export function imageHeader(bytes: Buffer): ImageHeader | null {
  for (const [format, read] of readers) {
    const size = read(bytes)
    if (size) return { format, ...size }
  }
  return null
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Checks the checksum of each chunk, because the decoder ignores those of pixels. */
function pngSize(bytes: Buffer): ImageSize | null {
  if (!bytes.subarray(0, 8).equals(pngSignature) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    const isLast = bytes.toString('latin1', at + 4, at + 8) === 'IEND'
    if (isLast) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    at = end
  }
  return null
}

function jpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Any number of 0xff bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15, except three numbers between them that mean something else. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function webpSize(bytes: Buffer): ImageSize | null {
  const isWebp = bytes.length >= 30 && bytes.toString('latin1', 0, 4) === 'RIFF'
  if (!isWebp || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  return null
}
