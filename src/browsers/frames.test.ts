import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readFrames } from './frames.ts'

const mb = 1024 * 1024
const line = (frame: unknown): Buffer => Buffer.from(`${JSON.stringify(frame)}\n`)
const started = line({ started: true })

function framesOf(...pieces: (Buffer | string)[]) {
  let starts = 0
  const frames = readFrames(Readable.from(pieces.map((piece) => Buffer.from(piece))), () => void starts++)
  return { frames, starts: () => starts }
}

describe('what a program answers', () => {
  it('is its output and files, in any pieces', async () => {
    const all = Buffer.concat([started, line({ file: 'a.txt', bytes: 3 }), Buffer.from('a\nb'), line({ output: [1] })])
    const { frames, starts } = framesOf(...Array.from(all, (byte) => Buffer.of(byte)))
    expect(await frames.output).toEqual({ output: [1] })
    expect(frames.files).toEqual([{ name: 'a.txt', bytes: Buffer.from('a\nb') }])
    expect([starts(), frames.hasStarted]).toEqual([1, true])
  })

  it('is nothing when it ends before its output', async () => {
    expect(await framesOf(started).frames.output).toBeUndefined()
    expect(await framesOf(started, line({ file: 'a', bytes: 9 }), 'short').frames.output).toBeUndefined()
  })
})

describe('a hostile answer', () => {
  const deep = '['.repeat(8 * mb - 100)
  const wide = `[${'[],'.repeat(2 * mb)}[]]`

  it.each([
    ['a second beginning', [started, started], 'a second beginning'],
    ['endless nesting', [started, `${deep}\n`], 'more than can be read'],
    ['nesting in its output', [started, `{"output":${'['.repeat(40)}${']'.repeat(40)}}\n`], 'more than can be read'],
    ['endless values', [started, `{"output":${wide}}\n`], 'more than can be read'],
    ['an endless line', [started, 'a'.repeat(8 * mb), 'a'.repeat(mb)], 'a line without an end'],
    ['no JSON', [started, '{"output":\n'], 'something else than frames'],
    ['too many files', [started, ...Array.from({ length: 21 }, () => line({ file: 'a', bytes: 0 }))], 'more files'],
    ['a file that is too large', [started, line({ file: 'a', bytes: 31 * mb })], 'more files than there is room for'],
    ['files that are too large together', [started, ...files(2, 16 * mb)], 'more files than there is room for'],
  ])('with %s is refused, and had started', async (_what, pieces, message) => {
    await expect(framesOf(...pieces).frames.output).rejects.toMatchObject({
      name: 'BrowserProgramFailed',
      message: expect.stringContaining(message),
      hasStarted: true,
    })
  })

  it('before the box is ready is not caused by a script', async () => {
    await expect(framesOf('oops\n').frames.output).rejects.toMatchObject({ hasStarted: false })
  })

  it('may contain any number of brackets and quotes in texts', async () => {
    const text = `${'[{"\\'.repeat(100_000)}"`
    expect(await framesOf(started, line({ output: text })).frames.output).toEqual({ output: text })
  })
})

function files(count: number, bytes: number): Buffer[] {
  return Array.from({ length: count }, () => [line({ file: 'a', bytes }), Buffer.alloc(bytes)]).flat()
}
