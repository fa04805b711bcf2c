import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { usualLimits } from '../domain/limits/json-limits.ts'
import { isSmall, parseForm, takeLargeBody } from './bodies.ts'

const large = { ...usualLimits, maxBytes: 16 * 1024 * 1024, maxValues: 100_000 }

describe('a body', () => {
  const list = (count: number): Buffer => Buffer.from(`[${Array(count).fill(0).join(',')}]`)

  it('is read at once if it is within the usual limits, whatever its endpoint allows', () => {
    expect(isSmall(list(9999), large)).toBe(true)
    expect(isSmall(list(10_000), large)).toBe(false)
    expect(isSmall(Buffer.alloc(usualLimits.maxBytes + 1, 0x20), large)).toBe(false)
    expect(isSmall(list(10_000), usualLimits)).toBe(true)
  })
})

describe('large bodies', () => {
  const request = (length: number | undefined, bodyLimits = large): FastifyRequest =>
    ({ headers: { 'content-length': length?.toString() }, routeOptions: { config: { bodyLimits } } }) as never
  const reply = (): FastifyReply => ({ raw: new EventEmitter() }) as never
  const take = (length: number | undefined, owner: string, limits = large): FastifyReply => {
    const taken = reply()
    takeLargeBody(request(length, limits), taken, owner)
    return taken
  }

  it('are four at once for each owner, of those that may be large', () => {
    const held = [2e6, 2e6, undefined, 2e6].map((length) => take(length, 'a'))
    expect(() => take(2e6, 'a')).toThrow('You are sending 4 large bodies already. Try again in 5 s.')
    take(1000, 'a')
    take(undefined, 'a', usualLimits)
    take(2e6, 'b')
    held[0]!.raw.emit('close')
    take(2e6, 'a')
    expect(() => take(2e6, 'a')).toThrow('large bodies')
  })
})

describe('a form', () => {
  it('has at most a thousand fields', () => {
    expect(parseForm('a=1&b=2').get('b')).toBe('2')
    expect([...parseForm(Array(1000).fill('a').join('&'))]).toHaveLength(1000)
    expect(() => parseForm(Array(1001).fill('a').join('&'))).toThrow('body: has more than 1,000 fields')
  })
})
