import type { RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../test/kit/checks/run-contract.ts'
import { startSite } from '../../../test/kit/servers/small-site.ts'
import { brotli } from './brotli.ts'

keepsTheContractOverHttp(brotli, {
  opening: () => 'HTTP/1.1 200 OK\r\ncontent-encoding: br\r\n\r\n',
  // The rest is not Brotli.
  misbehaviours: { 'drips its answer': 'content', 'never ends its answer': 'content' },
})

const text = 'All systems go. '.repeat(500)

/** Compresses like a server that prefers gzip. */
const packs =
  (...known: string[]): RequestListener =>
  ({ headers }, response) => {
    const wanted = String(headers['accept-encoding']).split(', ')
    const chosen = known.find((encoding) => wanted.includes(encoding))
    const body = chosen === 'br' ? brotliCompressSync(text) : chosen === 'gzip' ? gzipSync(text) : text
    if (chosen) response.setHeader('content-encoding', chosen)
    response.setHeader('content-type', 'text/plain').end(body)
  }

async function check(page: RequestListener) {
  const { origin, headers } = await startSite({ '/': page })
  const outcome = await runCheck(brotli, `${origin}/`)
  return { ...outcome, requested: headers.map((one) => one['accept-encoding']) }
}

describe('a brotli check', () => {
  it('detects it on a server that prefers another encoding, and shows the savings', async () => {
    const { metrics, evidence, requested, statusCode } = await check(packs('gzip', 'br'))
    expect([metrics, requested, statusCode]).toEqual([{ 'brotli.supported': 1 }, ['br'], 200])
    const packed = brotliCompressSync(text).length
    expect(evidence).toMatchObject({
      status: '200 OK',
      asked_for_brotli: {
        content_encoding: 'br',
        content_type: 'text/plain',
        bytes_sent: packed,
        bytes_unpacked: text.length,
        saved_percent: expect.any(Number),
      },
    })
  })

  it.each([
    ['another is', ['gzip'], 'gzip'],
    ['none is', [], 'none'],
  ])('reports that it is missing, and that %s', async (_what, known, instead) => {
    const { metrics, evidence, requested, success } = await check(packs(...known))
    expect([success, metrics, requested]).toEqual([true, { 'brotli.supported': 0 }, ['br', 'zstd, gzip, deflate']])
    expect(evidence).toMatchObject({
      asked_for_brotli: { content_encoding: 'none', bytes_sent: text.length },
      asked_for_others: { content_encoding: instead },
    })
  })

  it('fails if the body is not valid Brotli', async () => {
    const lies: RequestListener = (_request, response) =>
      void response.setHeader('content-encoding', 'br').end('nothing of the sort')
    const { metrics, cause, error } = await check(lies)
    expect([metrics, cause, error]).toEqual([{}, 'content', 'the body is said to be br but cannot be read as that'])
  })

  it('ignores an error page', async () => {
    const { metrics, cause, statusCode } = await check((_request, response) => void response.writeHead(404).end())
    expect([metrics, cause, statusCode]).toEqual([{}, 'http_status', 404])
  })
})
