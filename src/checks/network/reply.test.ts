import { describe, expect, it } from 'vitest'
import { NetworkReply } from './reply.ts'

const take = (reply: NetworkReply, ...chunks: (string | number[])[]): boolean[] =>
  chunks.map((chunk) => reply.take(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk)))

describe('a reply', () => {
  it('is complete with its first chunk if there is no pattern', () => {
    const reply = new NetworkReply(undefined)
    expect(reply.came).toBe(false)
    expect(take(reply, 'x')).toEqual([true])
    expect(reply).toMatchObject({ came: true, bytes: 1, matched: false })
    expect(reply.search()).toBe(false)
  })

  it('is complete once it matches, across chunks', () => {
    expect(take(new NetworkReply('OK\\b'), 'O', 'K', '\r\n')).toEqual([false, true, true])
  })

  it('is matched as text if it is text, even if a character is split', () => {
    expect(take(new NetworkReply('^ü$'), [0xc3], [0xbc])).toEqual([false, true])
  })

  it('is matched byte by byte if it is not text', () => {
    expect(take(new NetworkReply('^\\xff\\x00'), [0xff], [0x00])).toEqual([false, true])
  })

  it('is complete at its maximum length, and keeps no more', () => {
    const reply = new NetworkReply('never')
    expect(take(reply, 'x'.repeat(65_000), 'y'.repeat(65_000))).toEqual([false, true])
    expect(reply.bytes).toBe(65_535)
  })

  it('is searched once more at its end if it arrived in too many pieces', () => {
    const reply = new NetworkReply('z$')
    const letter = Buffer.from('x')
    for (let count = 0; count < 20_000; count++) expect(reply.take(letter)).toBe(false)
    expect(reply.take(Buffer.from('z'))).toBe(false)
    expect(reply.search()).toBe(true)
  })

  it('is shown as text, or in hex if it is not text', () => {
    const excerpt = (...chunks: (string | number[])[]): string => {
      const reply = new NetworkReply(undefined)
      take(reply, ...chunks)
      return reply.excerpt()
    }
    expect(excerpt('grüße\r\n\tall')).toBe('grüße\r\n\tall')
    expect(excerpt('x'.repeat(1023), 'ü')).toBe('x'.repeat(1023))
    expect(excerpt('zero \0')).toBe('7a 65 72 6f 20 00')
    expect(excerpt([0xff, 0xfe])).toBe('ff fe')
    expect(excerpt('')).toBe('')
  })
})
