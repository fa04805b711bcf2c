import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { rewritePng } from './png.ts'
import { drawLogo } from './logo.ts'

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

const frameOf = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xc0]))
const jpegOf = (height: number, width: number): Buffer =>
  withBytes('jpeg', frameOf(file('jpeg')) + 5, [height >> 8, height & 255, width >> 8, width & 255])

describe('a logo', () => {
  it.each(Object.keys(files) as (keyof typeof files)[])('may be a %s, and is kept as a PNG', async (kind) => {
    const sent = Buffer.concat([file(kind), Buffer.from('<script>alert(1)</script>')])
    const kept = (await drawLogo(sent, fakeClock()))!
    expect(kept).toMatchObject({ width: 16, height: 8 })
    expect(rewritePng(kept.png)).toMatchObject({ width: 16, height: 8 })
    expect(kept.png.toString('latin1')).not.toContain('script')
  })

  it('is waited for, and no longer than ten seconds', async () => {
    const clock = fakeClock()
    const drawing = drawLogo(file('jpeg'), clock)
    clock.advance(10_000)
    expect(await drawing).toBeNull()
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
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
  ])('is refused when it is %s', async (_case, bytes) => {
    expect(await drawLogo(bytes, fakeClock())).toBeNull()
  })
})
