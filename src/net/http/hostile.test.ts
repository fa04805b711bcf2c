// Servers that never come to an end. What they make a check read, keep and do is bounded; the deadline is far away.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { type Flood, growthDuring, startFlood } from '../../../test/kit/servers/flood.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import type { HttpResponseData, RequestOptions } from './request.ts'

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const megabyte = 1_048_576
const head = 'HTTP/1.1 200 OK\r\n'
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`

function request({ port }: Flood, more: Partial<RequestOptions> = {}): Promise<HttpResponseData> {
  const url = new URL(`http://127.0.0.1:${port}/`)
  const { signal } = new AbortController()
  return net.request({ url, method: 'GET', maxRedirects: 3, verify: true, ipVersion: 'any', signal, ...more })
}

describe('a server that never ends', () => {
  it.each([
    ['its headers', { first: head, again: 'X-More: and more\r\n' }, /headers of the answer are larger than 64 KiB/],
    ['one header', { first: `${head}X-Long: `, again: 'x' }, /headers of the answer are larger than 64 KiB/],
    ['its trailers', { first: `${chunked}0\r\n`, again: 'X-More: and more\r\n' }, /not HTTP|larger than 64 KiB/],
    ['a chunk extension', { first: `${chunked}1;x=`, again: 'x' }, /not HTTP/],
    ['interim answers', { again: 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n' }, /more than 20 interim answers/],
    ['empty lines', { again: '\r\n' }, /not HTTP|more than it says/],
    ['the extensions of its chunks', { first: chunked, again: `1;${'x'.repeat(8000)}\r\nx\r\n` }, /more than it says/],
  ])('with %s is dropped early', async (_what, pour, sentence) => {
    const flood = await startFlood(pour)
    const grown = await growthDuring(() => expect(request(flood)).rejects.toThrow(sentence))
    await flood.hungUp
    expect(flood.poured()).toBeLessThan(16 * megabyte)
    expect(grown).toBeLessThan(100)
  })

  it.each([
    ['its body', { first: `${head}\r\n`, again: 'x' }],
    ['chunks', { first: chunked, again: `400\r\n${'x'.repeat(1024)}\r\n` }],
    ['chunks of one byte', { first: chunked, again: '1\r\nx\r\n' }],
  ])('with %s is cut off', async (_what, pour) => {
    const flood = await startFlood(pour)
    let response: HttpResponseData | undefined
    const grown = await growthDuring(async () => (response = await request(flood)))
    await flood.hungUp
    expect(response).toMatchObject({ status: 200, isCut: true })
    expect(response!.body.length).toBeLessThanOrEqual(megabyte)
    expect(flood.poured()).toBeLessThan(16 * megabyte)
    expect(grown).toBeLessThan(100)
  })

  const zeros = Buffer.alloc(64 * megabyte)
  it.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
  ])('with a body that is small only while compressed (%s) is cut off', async (encoding, packed) => {
    const flood = await startFlood({ first: `${head}Content-Encoding: ${encoding}\r\n\r\n`, again: () => packed })
    let response: HttpResponseData | undefined
    const grown = await growthDuring(async () => (response = await request(flood)))
    await flood.hungUp
    expect(response).toMatchObject({ isCut: true })
    expect(response!.body.length).toBeLessThanOrEqual(megabyte)
    expect(response!.bodyBytes).toBeLessThan(2 * megabyte)
    expect(grown).toBeLessThan(100)
  })

  it('and packs nothing, again and again, is cut off', async () => {
    const empty = gzipSync(Buffer.alloc(0))
    const flood = await startFlood({ first: `${head}Content-Encoding: gzip\r\n\r\n`, again: empty })
    expect(await request(flood)).toMatchObject({ isCut: true, bodyBytes: 0 })
    await flood.hungUp
    expect(flood.poured()).toBeLessThan(16 * megabyte)
  })

  it('with a redirect is dropped as soon as the location is known', async () => {
    const last = await startFlood({ first: `${head}\r\n`, again: 'x' })
    const first = `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${last.port}/\r\n\r\n`
    const flood = await startFlood({ first, again: 'x' })
    expect(await request(flood)).toMatchObject({ status: 200, isCut: true })
    await flood.hungUp
    expect(flood.poured()).toBeLessThan(8 * megabyte)
  })

  it('before TLS has begun is dropped early', async () => {
    const flood = await startFlood({ again: Buffer.alloc(1000, 22), atOnce: true })
    const url = new URL(`https://127.0.0.1:${flood.port}/`)
    await expect(request(flood, { url })).rejects.toMatchObject({ reason: 'tls' })
    await flood.hungUp
    expect(flood.poured()).toBeLessThan(8 * megabyte)
  })
})
