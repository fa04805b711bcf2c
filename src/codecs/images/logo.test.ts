import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { convertLogo } from './logo.ts'

/** Each of 16 by 8 pixels. */
const files = {
  jpeg: [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAgICAgJCAkKCgkNDgwODRMREBARExwUFhQWFBwrGx8bGx8bKyYuJSMlLiZENS8vNURO',
    'Qj5CTl9VVV93cXecnNEBCAgICAkICQoKCQ0ODA4NExEQEBETHBQWFBYUHCsbHxsbHxsrJi4lIyUuJkQ1Ly81RE5CPkJOX1VVX3dx',
    'd5yc0f/AABEIAAgAEAMBIgACEQEDEQH/xABPAAEBAQAAAAAAAAAAAAAAAAAAAwYQAQEAAAAAAAAAAAAAAAAAAAABAQEBAAAAAAAA',
    'AAAAAAAAAAAEBxEBAQAAAAAAAAAAAAAAAAAAAAL/2gAMAwEAAhEDEQA/AMPFYBNKzT//2Q==',
  ].join(''),
  webp: 'UklGRjgAAABXRUJQVlA4ICwAAABwAQCdASoQAAgAAgA0JaACdAFAAAD+8QBC/dVkxQD/7g4//tof/+4OP14AAA==',
  'webp without loss': 'UklGRjgAAABXRUJQVlA4TCsAAAAvD8ABAH8gEEjaH3yFQR6t+U8PB4MAkCjEEkssscQSSywLLBDR/wDldPcHAA==',
}
const file = (kind: keyof typeof files): Buffer => Buffer.from(files[kind], 'base64')

function withBytes(kind: keyof typeof files, at: number, bytes: readonly number[]): Buffer {
  const changed = file(kind)
  changed.set(bytes, at)
  return changed
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(checksum ?? crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

function header(width: number, height: number, rest = [8, 6, 0, 0, 0]): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return chunk('IHDR', Buffer.concat([size, Buffer.from(rest)]))
}

const rows = (width: number, height: number, filter = 0): Buffer =>
  Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([filter]), Buffer.alloc(width * 4, 7)])),
  )
const pixels = (data = rows(2, 2)): Buffer => chunk('IDAT', deflateSync(data))
const end = chunk('IEND', Buffer.alloc(0))
const png = (...chunks: Buffer[]): Buffer => Buffer.concat([signature, ...chunks])
const palette = header(2, 2, [2, 3, 0, 0, 0])
const colours = chunk('PLTE', Buffer.alloc(12, 9))
const indexes = pixels(Buffer.from([0, 0b0110_0000, 0, 0b1001_0000]))

const frameOf = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xc0]))
const jpegOf = (height: number, width: number): Buffer =>
  withBytes('jpeg', frameOf(file('jpeg')) + 5, [height >> 8, height & 255, width >> 8, width & 255])

const profileBomb = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100e6))]))

const converted = (sent: Buffer) => convertLogo(sent, fakeClock())

describe('a logo', () => {
  it.each(Object.keys(files) as (keyof typeof files)[])('may be a %s, and is stored as a PNG', async (kind) => {
    const logo = (await converted(Buffer.concat([file(kind), Buffer.from('<script>alert(1)</script>')])))!
    expect(logo).toMatchObject({ width: 16, height: 8 })
    expect(logo.png.toString('latin1')).not.toContain('script')
    expect(await converted(logo.png)).toMatchObject({ width: 16, height: 8 })
  })

  it('may be a PNG, which is encoded again without texts and trailing bytes', async () => {
    const text = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
    const sent = Buffer.concat([png(header(2, 2), text, pixels(), end), Buffer.from('<html>after it')])
    const logo = (await converted(sent))!
    expect(logo).toMatchObject({ width: 2, height: 2 })
    expect(logo.png.toString('latin1')).not.toMatch(/script|html/)
    expect(await converted(logo.png)).toEqual(logo)
  })

  it('may be a PNG with a palette', async () => {
    expect(await converted(png(palette, colours, indexes, end))).toMatchObject({ width: 2, height: 2 })
  })

  it('is scaled down to what a page shows', async () => {
    expect(await converted(png(header(1344, 102), pixels(rows(1344, 102)), end))).toMatchObject({
      width: 672,
      height: 51,
    })
  })

  it('has only the pixels that its header declares', async () => {
    const bomb = png(header(2, 2), pixels(rows(2, 1_000_000)), end)
    expect(await converted(bomb)).toMatchObject({ width: 2, height: 2 })
  })

  it('is refused if decoding takes ten seconds', async () => {
    const clock = fakeClock()
    const conversion = convertLogo(file('jpeg'), clock)
    clock.advance(10_000)
    expect(await conversion).toBeNull()
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['a PNG without an end', png(header(2, 2), pixels())],
    ['a PNG cut within its pixels', png(header(2, 2), pixels(), end).subarray(0, 50)],
    ['a PNG of no size', png(header(0, 2), pixels(), end)],
    ['a PNG that is a pixel too wide', png(header(2001, 2), pixels(rows(2001, 2)), end)],
    ['a PNG of an unknown colour type', png(header(2, 2, [8, 5, 0, 0, 0]), pixels(), end)],
    ['a PNG without its palette', png(palette, indexes, end)],
    ['a PNG without pixels', png(header(2, 2), end)],
    ['a PNG with too few pixels', png(header(2, 2), pixels(rows(2, 1)), end)],
    ['a PNG with an unknown filter', png(header(2, 2), pixels(rows(2, 2, 5)), end)],
    ['a PNG with pixels that are not compressed', png(header(2, 2), chunk('IDAT', rows(2, 2)), end)],
    ['a PNG with a wrong checksum', png(header(2, 2), chunk('IDAT', deflateSync(rows(2, 2)), 1), end)],
    ['a PNG with a profile that unpacks to 100 MB', png(header(2, 2), profileBomb, pixels(), end)],
    ['a JPEG of 65,535 by 65,535 pixels', jpegOf(65_535, 65_535)],
    ['a JPEG that is a pixel too wide', jpegOf(8, 2001)],
    ['a JPEG of no height', jpegOf(0, 16)],
    ['a JPEG that ends before its frame', file('jpeg').subarray(0, 30)],
    ['a JPEG that ends within its tables', file('jpeg').subarray(0, 190)],
    ['a WebP of 16,383 by 16,383 pixels', withBytes('webp', 26, [0xff, 0x3f, 0xff, 0x3f])],
    ['a WebP without loss of 16,384 by 16,384 pixels', withBytes('webp without loss', 21, [0xff, 0xff, 0xff, 0x0f])],
    ['a WebP that ends early', file('webp').subarray(0, 50)],
    ['a WebP of an unknown sort', withBytes('webp', 12, [0x56, 0x50, 0x39, 0x20])],
    ['a RIFF that is a sound', withBytes('webp', 8, [0x57, 0x41, 0x56, 0x45])],
  ])('is refused if it is %s', async (_case, bytes) => {
    expect(await convertLogo(bytes, fakeClock())).toBeNull()
  })
})
