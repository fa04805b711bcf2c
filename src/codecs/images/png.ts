// Writes a picture anew: what comes out has the pixels of what came in, and nothing else that was in the file.
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { Pixels } from './shrink.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  readonly png: Buffer
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples per pixel, by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const maxFilters = 4
export const maxSide = 2000

/** Null when it is no PNG, is broken, too large or interlaced. */
export function rewritePng(bytes: Buffer): Picture | null {
  const chunks = chunksOf(bytes)
  const [header] = chunks ?? []
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return null
  const shape = shapeOf(header.data)
  if (!shape) return null
  const palette = paletteOf(chunks, shape)
  const pixels = pixelsOf(chunks, shape)
  if (!palette || !pixels) return null
  const { width, height } = shape
  return { width, height, png: pngOf({ header: header.data, palette, pixels }) }
}

/** Each row says how its bytes differ from those of the pixel to their left, which packs better than the bytes. */
export function writePng({ width, height, data }: Pixels): Picture {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const rowBytes = width * 4
  const pixels = Buffer.alloc(height * (rowBytes + 1))
  for (let row = 0; row < height; row++) {
    const [from, to] = [row * rowBytes, row * (rowBytes + 1)]
    pixels[to] = 1
    for (let at = 0; at < rowBytes; at++) pixels[to + 1 + at] = data[from + at]! - (at < 4 ? 0 : data[from + at - 4]!)
  }
  return { width, height, png: pngOf({ header, palette: [], pixels }) }
}

interface PngChunks {
  readonly header: Buffer
  readonly palette: readonly Chunk[]
  readonly pixels: Buffer
}

const pngOf = ({ header, palette, pixels }: PngChunks): Buffer =>
  Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...palette.map(({ type, data }) => chunk(type, data)),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

function chunksOf(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, 8).equals(signature)) return null
  const found: Chunk[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return found
    found.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return null
}

interface Shape {
  readonly width: number
  readonly height: number
  readonly colour: number
  readonly rowBytes: number
}

function shapeOf(header: Buffer): Shape | null {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colour, ...methods] = header.subarray(8)
  const isSized = width >= 1 && height >= 1 && width <= maxSide && height <= maxSide
  // Of the three methods the last says that it is interlaced.
  if (!isSized || !depths[colour!]?.includes(depth!) || methods.some((method) => method !== 0)) return null
  return { width, height, colour: colour!, rowBytes: Math.ceil((width * samples[colour!]! * depth!) / 8) }
}

/** The colours, where pixels are numbers of them, and how much each covers. */
function paletteOf(chunks: readonly Chunk[], { colour }: Shape): Chunk[] | null {
  const colours = chunks.find(({ type }) => type === 'PLTE')
  const opacity = chunks.find(({ type }) => type === 'tRNS')
  if (colour !== 3) return opacity && opacity.data.length === (colour === 0 ? 2 : 6) && colour < 3 ? [opacity] : []
  if (!colours || colours.data.length % 3 !== 0 || colours.data.length === 0 || colours.data.length > 768) return null
  return opacity && opacity.data.length <= colours.data.length / 3 ? [colours, opacity] : [colours]
}

function pixelsOf(chunks: readonly Chunk[], { height, rowBytes }: Shape): Buffer | null {
  const expected = height * (rowBytes + 1)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = inflated(packed, expected)
  if (pixels?.length !== expected) return null
  for (let row = 0; row < height; row++) if (pixels[row * (rowBytes + 1)]! > maxFilters) return null
  return pixels
}

function inflated(packed: Buffer, maxCount: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: maxCount })
  } catch {
    return null
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
