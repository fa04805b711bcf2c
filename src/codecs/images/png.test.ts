import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rewritePng } from './png.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer, sum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(sum ?? crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
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
const script = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
const whole = (...parts: Buffer[]): Buffer => Buffer.concat([signature, ...parts])

describe('a picture', () => {
  it('is written anew, without what else was in the file', () => {
    const sent = Buffer.concat([whole(header(2, 2), script, pixels(), end), Buffer.from('<html>after it')])
    const kept = rewritePng(sent)!
    expect(kept).toMatchObject({ width: 2, height: 2 })
    expect(kept.png.toString('latin1')).not.toMatch(/script|html/)
    expect(rewritePng(kept.png)).toEqual(kept)
  })

  it('may have a palette', () => {
    const data = Buffer.from([0, 0b0110_0000, 0, 0b1001_0000])
    const colours = chunk('PLTE', Buffer.alloc(12, 9))
    expect(rewritePng(whole(header(2, 2, [2, 3, 0, 0, 0]), colours, pixels(data), end))).not.toBeNull()
    expect(rewritePng(whole(header(2, 2, [2, 3, 0, 0, 0]), pixels(data), end))).toBeNull()
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg onload="alert(1)">')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['cut short', whole(header(2, 2), pixels())],
    ['of no size', whole(header(0, 2), pixels(), end)],
    ['too wide', whole(header(2001, 2), pixels(), end)],
    ['interlaced', whole(header(2, 2, [8, 6, 0, 0, 1]), pixels(), end)],
    ['of an unknown colour', whole(header(2, 2, [8, 5, 0, 0, 0]), pixels(), end)],
    ['without pixels', whole(header(2, 2), end)],
    ['with too few pixels', whole(header(2, 2), pixels(rows(2, 1)), end)],
    ['with more pixels than it says', whole(header(2, 2), pixels(rows(2, 900)), end)],
    ['with a filter that does not exist', whole(header(2, 2), pixels(rows(2, 2, 5)), end)],
    ['with pixels that are not packed', whole(header(2, 2), chunk('IDAT', rows(2, 2)), end)],
    ['with a wrong sum', whole(header(2, 2), chunk('IDAT', deflateSync(rows(2, 2)), 1), end)],
  ])('that is %s is refused', (_case, bytes) => {
    expect(rewritePng(bytes)).toBeNull()
  })
})
