// Name servers with too many records, loops or endless responses.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../test/kit/servers/free-port.ts'
import { endless, startHostile } from '../../../test/kit/servers/hostile.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { dns } from './dns.ts'

const mebibyte = 1_048_576
const pointer = Buffer.from([0xc0, 12])
const label = (name: string): Buffer => Buffer.from([name.length, ...Buffer.from(name)])

const record = (name: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([name, Buffer.from([0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]), data])

function answer(question: Buffer, records: readonly Buffer[], { isCut = false } = {}): Buffer {
  const end = question.indexOf(0, 12) + 5
  const counts = Buffer.from([0, 1, records.length >> 8, records.length & 0xff, 0, 0, 0, 0])
  const head = Buffer.concat([question.subarray(0, 2), Buffer.from([isCut ? 0x83 : 0x81, 0x80]), counts])
  return Buffer.concat([head, question.subarray(12, end), ...records])
}

/** Responds over UDP on this port of 127.0.0.1; with TCP too, on a port that no other test uses. */
async function answering(port: number, respond: (question: Buffer) => Buffer): Promise<number> {
  const socket = createSocket('udp4').bind(port, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (question, from) => socket.send(respond(question), from.port, from.address))
  onTestFinished(() => void socket.close())
  return socket.address().port
}

const run = (port: number, deadlineMs = 60_000): Promise<Outcome> =>
  runCheck(dns, 'shop.test', { config: { resolver: `127.0.0.1:${port}` }, deadlineMs })

const sized = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([message.length >> 8, message.length & 0xff]), message])

describe('a name server', () => {
  it('with a loop of records leads nowhere', async () => {
    const other = Buffer.concat([label('other'), label('test'), Buffer.alloc(1)])
    const circle = [record(pointer, 5, other), record(other, 5, pointer)]
    const outcome = await run(await answering(0, (question) => answer(question, circle)))
    expect(outcome).toMatchObject({ success: false, cause: 'dns', error: 'shop.test has no A records' })
  })

  it('with as many records as fit is counted, and little of it is stored', async () => {
    const many = Array.from({ length: 4000 }, (_, n) => record(pointer, 1, Buffer.from([192, 0, n >> 8, n & 0xff])))
    const tcp = createServer((socket) => {
      socket.once('data', (question) => socket.end(sized(answer(question.subarray(2), many))))
    })
    const port = await answering(await listening(tcp, await freePort()), (question) =>
      answer(question, [], { isCut: true }),
    )
    const outcome = await run(port)
    expect(outcome).toMatchObject({ success: true, metrics: { 'dns.answers_count': 4000 } })
    expect(JSON.stringify(outcome.evidence).length).toBeLessThan(8193)
  })

  it('with endless responses to other queries is ignored soon', async () => {
    const stranger = sized(Buffer.concat([Buffer.from([0, 0, 0x81, 0x80]), Buffer.alloc(8)]))
    const server = await startHostile(endless('', stranger), undefined, await freePort())
    onTestFinished(() => server.stop())
    await answering(server.port, (question) => answer(question, [], { isCut: true }))
    const before = process.memoryUsage().rss
    expect(await run(server.port)).toMatchObject({ success: false, cause: 'dns' })
    await server.idle()
    expect(server.sentBytes()).toBeLessThan(64 * mebibyte)
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * mebibyte)
  })
})
