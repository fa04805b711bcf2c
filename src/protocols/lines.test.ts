import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pour, repeated } from '../../test/kit/servers/flood.ts'
import { listening } from '../../test/kit/servers/listening.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { Lines } from './lines.ts'

const { signal } = new AbortController()

/** Both sides of a connection, and the name of the peer. */
async function pair(): Promise<{ lines: Lines; other: Socket }> {
  const server = createServer()
  const port = await listening(server)
  const arrival = once(server, 'connection') as Promise<[Socket]>
  const connection = await openNet().connect({ host: '127.0.0.1', port, ipVersion: 'any', signal })
  onTestFinished(() => void connection.socket.destroy())
  const [other] = await arrival
  return { lines: new Lines(connection, signal), other }
}

describe('lines', () => {
  it('are read one by one, however they are cut', async () => {
    const { lines, other } = await pair()
    other.write('one\r\ntwo\nth')
    expect([await lines.next(), await lines.next()]).toEqual(['one', 'two'])
    other.write('rée\r')
    setImmediate(() => other.write('\n\r\n'))
    expect([await lines.next(), await lines.next()]).toEqual(['thrée', ''])
  })

  it('are sent with their line end', async () => {
    const { lines, other } = await pair()
    lines.say('RSET', 'QUIT')
    const [received] = (await once(other, 'data')) as [Buffer]
    expect(received.toString()).toBe('RSET\r\nQUIT\r\n')
  })

  it.each(['a\r\nb', 'a\nb', 'a\0b'])('are never sent as two: %j', async (line) => {
    const { lines } = await pair()
    expect(() => lines.say(line)).toThrow('must be one line')
  })

  it('can be preceded by bytes to skip', async () => {
    const { lines, other } = await pair()
    other.write('{70000}\r\n')
    expect(await lines.next()).toBe('{70000}')
    other.write(`${'\n'.repeat(70_000)})\r\n`)
    await lines.skip(70_000)
    expect(await lines.next()).toBe(')')
  })

  it('drop data from before TLS started', async () => {
    const { lines, other } = await pair()
    other.write('go ahead\r\nslipped in\r\n')
    expect(await lines.next()).toBe('go ahead')
    const encrypting = lines.encrypt(openNet(), { serverName: '127.0.0.1', verify: false })
    await expect(encrypting).rejects.toThrow(`${lines.peer} kept talking when TLS was to begin`)
  })

  it('end when the peer disconnects', async () => {
    const { lines, other } = await pair()
    other.end('last\r\nhalf')
    expect(await lines.next()).toBe('last')
    await expect(lines.next()).rejects.toThrow(`${lines.peer} closed the connection in the middle of the conversation`)
    await expect(lines.next()).rejects.toThrow('closed the connection')
  })

  it('are limited in length', async () => {
    const { lines, other } = await pair()
    other.write('x'.repeat(100_000))
    await expect(lines.next()).rejects.toThrow(`${lines.peer} sent a line without an end`)
  })

  it.each([
    [`${'again '.repeat(20)}\r\n`, 'said more than 1 MiB'],
    ['\n', 'said more than 50000 lines'],
  ])('are not endlessly many: %j', async (piece, sentence) => {
    const { lines, other } = await pair()
    pour(other, repeated(piece))
    const all = async (): Promise<never> => {
      for (;;) await lines.next()
    }
    await expect(all()).rejects.toThrow(`${lines.peer} ${sentence}`)
  })
})
