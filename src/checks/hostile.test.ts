// Targets that send endlessly. A check ends by itself long before its deadline, and stores little of the data.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Behaviour, endless, startHostile } from '../../test/kit/servers/hostile.ts'
import { listening } from '../../test/kit/servers/listening.ts'
import { runCheck } from '../../test/kit/checks/run-check.ts'
import type { CheckType } from './define.ts'
import { ntp } from './network/ntp.ts'
import { tcp } from './network/tcp.ts'
import { udp } from './network/udp.ts'
import { ssl } from './tls/ssl.ts'
import { http } from './web/http.ts'

const mebibyte = 1_048_576
// Unread data waits in network buffers.
const maxSent = 24 * mebibyte
const maxGrown = 128 * mebibyte
const deadlineMs = 120_000

const memory = (): number => {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

interface Flood {
  readonly check: CheckType
  readonly behave: Behaviour
  readonly config?: Record<string, unknown>
  readonly withScan?: boolean
  /** A part of the error; null if the check succeeds anyway. */
  readonly says: RegExp | null
}

const record = (type: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, 3, 3, body.length >> 8, body.length & 0xff]), body])
const certificateWithoutEnd = Buffer.from([11, 0xff, 0xff, 0xff])
const serverHello = Buffer.concat([
  Buffer.from([2, 0, 0, 38, 3, 3]),
  Buffer.alloc(32, 7),
  Buffer.from([0, 0xc0, 0x2f, 0]),
])

const floods: Readonly<Record<string, Flood>> = {
  'TCP: a reply without an end': {
    check: tcp,
    config: { query: 'hello', expectMatchRegexp: 'never there' },
    behave: endless('hello', '.'),
    says: null,
  },
  'TCP: a reply without an end that is not asked for': {
    check: tcp,
    config: { query: 'hello' },
    behave: endless('hello', '.'),
    says: null,
  },
  'TLS: alerts': { check: ssl, behave: endless('', record(21, Buffer.from([1, 90]))), says: /TLS/ },
  'TLS: empty records': { check: ssl, behave: endless('', record(22, Buffer.alloc(0))), says: /TLS/ },
  'TLS: changes of the cipher': { check: ssl, behave: endless('', record(20, Buffer.from([1]))), says: /TLS/ },
  'TLS: a certificate without an end': {
    check: ssl,
    behave: endless(
      Buffer.concat([record(22, serverHello), record(22, certificateWithoutEnd)]),
      record(22, Buffer.alloc(16_000, 1)),
    ),
    says: /TLS/,
  },
}

describe('a pattern that would take forever on the data of the target', () => {
  it('ends with an error that opens no incident', async () => {
    const server = createServer((_request, response) => void response.end('ab'.repeat(500_000)))
    const config = { failIfBodyMatchesRegexp: '(?:[ab]*a[ab]{300}){2}[^ab]' }
    const target = `http://127.0.0.1:${await listening(server)}/`
    expect(await runCheck(http, target, { config, deadlineMs })).toMatchObject({
      infrastructure: true,
      error: 'not checked: the patterns of this monitor are too complex for this response; simplify them',
      metrics: { 'http.status_code': 200 },
    })
  })
})

describe('a flood', () => {
  it.each(Object.entries(floods))('of %s ends', async (_name, { check, config, behave, says, withScan }) => {
    const server = await startHostile(behave)
    onTestFinished(() => server.stop())
    const before = memory()
    const outcome = await runCheck(check, `127.0.0.1:${server.port}`, { config, deadlineMs, withScan })
    await server.idle()
    if (says === null) expect(outcome).toMatchObject({ success: true })
    else expect(outcome).toMatchObject({ success: false, cause: 'tls', error: expect.stringMatching(says) })
    expect(server.sentBytes()).toBeLessThan(maxSent)
    expect(memory() - before).toBeLessThan(maxGrown)
    expect(JSON.stringify(outcome.evidence)?.length ?? 0).toBeLessThan(8193)
  })

  it.each([
    ['answers', Buffer.alloc(1200, '.')],
    ['answers of nothing', Buffer.alloc(0)],
  ])('of UDP %s ends', async (_what, answer) => {
    const config = { query: 'hello', expectMatchRegexp: 'never there' }
    const port = await floodingPort(answer)
    const { success, metrics } = await runCheck(udp, `127.0.0.1:${port}`, { config, deadlineMs })
    expect(success).toBe(true)
    expect(metrics['udp.bytes_received']).toBeLessThanOrEqual(65_535)
  })

  it('of forged NTP responses ends', async () => {
    const port = await floodingPort(Buffer.alloc(48, 0x24))
    const outcome = await runCheck(ntp, `127.0.0.1:${port}`, { config: { samples: 1 }, deadlineMs })
    expect(outcome).toMatchObject({ success: false, metrics: { 'ntp.samples_ok': 0 } })
  })
})

/** Repeats its first response for as long as the test runs. */
async function floodingPort(answer: Buffer): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let isOver = false
  onTestFinished(() => {
    isOver = true
    socket.close()
  })
  socket.once('message', (_question, { port, address }) => {
    const pour = (): void => {
      for (let n = 0; n < 50 && !isOver; n++) socket.send(answer, port, address, () => undefined)
      if (!isOver) setImmediate(pour)
    }
    pour()
  })
  socket.on('error', () => undefined)
  return socket.address().port
}
