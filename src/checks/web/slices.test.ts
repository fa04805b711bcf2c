import { describe, expect, it } from 'vitest'
import { DeadlinePassed } from '../../domain/limits/time-limit.ts'
import { htmlParser } from './html.ts'
import { type PushParser, feed, sliceLength } from './slices.ts'

const { signal } = new AbortController()

function recorder(onPiece: () => void = () => undefined): PushParser & { readonly pieces: string[] } {
  const pieces: string[] = []
  return { pieces, write: (piece) => (pieces.push(piece), onPiece()), end: () => pieces.push('end') }
}

describe('feeding a parser', () => {
  it('passes all of a text in order, in slices, and ends it', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `${n} `).join('')
    const { pieces, ...parser } = recorder()
    await feed({ parser, text, signal })
    expect(pieces.pop()).toBe('end')
    expect(pieces.join('')).toBe(text)
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(sliceLength)
  })

  it('reads a short text without waiting', async () => {
    const { pieces, ...parser } = recorder()
    const done = feed({ parser, text: 'short', signal })
    expect(pieces).toEqual(['short'])
    await done
    expect(pieces).toEqual(['short', 'end'])
  })

  it('yields between two slices, and parses one slice per turn for all texts together', async () => {
    const text = 'x'.repeat(10 * sliceLength)
    let turn = 0
    let isOver = false
    const count = (): void => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    const perTurn = new Map<number, number>()
    const all = ['one', 'two', 'three'].map(() => {
      const parser = recorder(() => perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1))
      return feed({ parser, text, signal })
    })
    const first = turn
    setImmediate(count)
    await Promise.all(all)
    isOver = true
    perTurn.delete(first)
    expect(Math.max(...perTurn.values())).toBe(1)
    expect(perTurn.size).toBe(26)
  })

  it('stops at the signal', async () => {
    const stop = new AbortController()
    const { pieces, ...parser } = recorder(() => pieces.length === 2 && stop.abort(new DeadlinePassed(1000)))
    const reading = feed({ parser, text: 'x'.repeat(10 * sliceLength), signal: stop.signal })
    await expect(reading).rejects.toMatchObject({
      reason: 'timeout',
      message: 'no response within 1 s (while reading the body)',
    })
    expect(pieces).toHaveLength(2)
  })
})

describe('parsing a page', () => {
  it('emits tags, texts and comments, however it is sliced', async () => {
    const seen: string[] = []
    const parser = htmlParser({
      open: (name, attributes) => seen.push(`<${name} ${JSON.stringify(attributes)}>`),
      close: (name) => seen.push(`</${name}>`),
      text: (piece) => seen.push(piece),
      comment: (text) => seen.push(`!${text}`),
    })
    for (const piece of ['<!-- a --><P CLA', "SS='x &amp; y'>Hel", 'lo<br>', '</p>']) parser.write(piece)
    parser.end()
    expect(seen).toEqual(['! a ', '<p {"class":"x & y"}>', 'Hel', 'lo', '<br {}>', '</br>', '</p>'])
  })

  it('stops where a page is nested more deeply than browsers support', async () => {
    const opened: string[] = []
    const parser = htmlParser({ open: (name) => opened.push(name) })
    await feed({ parser, text: `${'<b>'.repeat(200_000)}${'</i>'.repeat(200_000)}<a>`, signal })
    expect(opened).toHaveLength(512)
  })
})
