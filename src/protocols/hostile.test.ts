// Servers that send endlessly: a check ends by itself, reads a bounded part of the data and keeps little.
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { CheckType } from '../checks/define.ts'
import { amqp } from '../checks/data/amqp.ts'
import { mqtt } from '../checks/data/mqtt.ts'
import { ftp } from '../checks/files/ftp.ts'
import { sftp } from '../checks/files/sftp.ts'
import { imap } from '../checks/mail/imap.ts'
import { pop3 } from '../checks/mail/pop3.ts'
import { smtp } from '../checks/mail/smtp.ts'
import { websocket } from '../checks/web/websocket.ts'
import type { Outcome } from '../domain/outcome.ts'
import { type Certificate, createAuthority } from '../../test/kit/checks/certificates.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { growthDuring, pour, repeated, startFlood } from '../../test/kit/servers/flood.ts'
import { openNet, runCheck } from '../../test/kit/checks/run-check.ts'
import { startSmallFtp } from '../../test/kit/servers/small-ftp.ts'
import { idlePackets, startSmallSsh } from '../../test/kit/servers/small-ssh.ts'

const mebibyte = 1_048_576
// Data that was sent but not read waits in the kernel's buffers on both sides, up to some 10 MiB.
const maxSent = 24 * mebibyte
// Includes the garbage of the flood itself, which is collected at any time.
const maxGrownMegabytes = 200
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })

interface Expected {
  readonly check: CheckType
  readonly config?: Record<string, unknown>
  /** The error of the check; null when it succeeds. */
  readonly says: string | null
}

interface Flood extends Expected {
  readonly greeting?: string
  /** The response to the first request, before the flood. */
  readonly first?: string | Buffer
  /** Repeated as fast as it is read. */
  readonly again: string | Buffer
  readonly certificate?: Certificate
}

async function borne(target: string, { check, config, says }: Expected): Promise<Outcome> {
  const running = Promise.withResolvers<Outcome>()
  // The deadline never fires: a check that never stops fails by the timeout of the test.
  const around = { config, net, clock: fakeClock() }
  const grown = await growthDuring(() => runCheck(check, target, around).then(running.resolve))
  const result = await running.promise
  if (says === null) expect(result).toMatchObject({ success: true, error: null })
  else expect(result).toMatchObject({ success: false, cause: 'other', error: expect.stringContaining(says) })
  expect(grown).toBeLessThan(maxGrownMegabytes)
  return result
}

const inside = { tlsMode: 'implicit', username: 'robot', password: 'hunter2' }
const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const hex = (text: string): Buffer => Buffer.from(text, 'hex')

const webSocket = {
  check: websocket,
  config: { ignoreSecWebsocketAccept: true, sendPing: true },
  first: upgraded,
  says: null,
}
const imapServer = { check: imap, config: inside, certificate, greeting: '* OK ready\r\n', says: 'said more than' }
const pop3Server = { check: pop3, config: inside, certificate, greeting: '+OK ready\r\n', says: 'said more than' }
const smtpServer = { check: smtp, config: { checkPtr: false }, greeting: '220 ready\r\n' }
const ftpServer = { check: ftp, config: { tlsMode: 'none' }, greeting: '220 ready\r\n' }

const brokers = { config: { tlsMode: 'none', topic: 'a' }, says: 'said more than' }
const subscribed = hex('200200009003000100')

const floods: Readonly<Record<string, Flood>> = {
  'WebSocket: empty continuation frames': {
    ...webSocket,
    first: Buffer.concat([Buffer.from(upgraded), hex('0100')]),
    again: hex('0000'),
  },
  'WebSocket: pings': { ...webSocket, again: hex('8900') },
  'WebSocket: messages': { ...webSocket, again: hex('81026869') },
  'IMAP: a line without an end': { ...imapServer, again: 'x', says: 'sent a line without an end' },
  'IMAP: data that nobody asked for': { ...imapServer, again: '* 5 FETCH (FLAGS ())\r\n' },
  'IMAP: data of nothing': { ...imapServer, again: '* \n' },
  'IMAP: empty literals': { ...imapServer, again: '* {0}\r\n', says: 'more than 16 literals' },
  'IMAP: requests to go on': { ...imapServer, again: '+ \r\n', says: 'does not speak IMAP' },
  'POP3: a list': { ...pop3Server, first: '+OK\r\n', again: 'USER\r\n' },
  'POP3: a list of nothing': { ...pop3Server, first: '+OK\r\n', again: '\n' },
  'SMTP: a reply': { ...smtpServer, again: '250-more\r\n', says: 'does not speak SMTP' },
  'FTP: a reply': { ...ftpServer, again: '211-more\r\n', says: 'a reply that does not end' },
  'FTP: announcements': { ...ftpServer, again: '150 soon\r\n', says: 'said more than' },
  'MQTT: packets of nothing': { check: mqtt, ...brokers, first: subscribed, again: hex('d000') },
  'MQTT: messages before the subscription': {
    check: mqtt,
    ...brokers,
    first: hex('20020000'),
    again: hex('300400016137'),
  },
  'AMQP: heartbeats': {
    check: amqp,
    config: { tlsMode: 'none' },
    says: 'said more than',
    again: hex('08000000000000ce'),
  },
  'SSH: lines before it says who it is': { check: sftp, again: 'welcome\r\n', says: 'does not speak SSH' },
  'SSH: empty lines before that': { check: sftp, again: '\n', says: 'does not speak SSH' },
}

describe('a server without an end', () => {
  it.each(Object.keys(floods))('is survived: %s', async (name) => {
    const flood = floods[name]!
    const server = await startFlood(flood)
    const [target, config] = aim(flood, server.port)
    await borne(target, { ...flood, config })
    expect(server.poured()).toBeLessThan(maxSent)
  })

  it.each(Object.entries(idlePackets))('is survived: SSH packets without meaning (%s)', async (_kind, packet) => {
    const { port } = await startSmallSsh({ floodsWith: packet })
    await borne(`127.0.0.1:${port}`, {
      check: sftp,
      config: { username: 'robot', password: 'hunter2' },
      says: 'sent more than a check reads (while logging in)',
    })
  })

  it('is survived: a directory of files over SFTP', async () => {
    const entry = { filename: 'again', longname: '-rw-r--r-- 1 a a 1 Jan 1 2026 again', attrs: { mode: 0o100644 } }
    const { port } = await startSmallSsh({
      login: (attempt) => attempt.accept(),
      files: (files) => {
        files.on('OPENDIR', (id) => files.handle(id, Buffer.from('d')))
        files.on('READDIR', (id) => files.name(id, Array.from({ length: 500 }, () => entry) as never))
      },
    })
    const outcome = await borne(`127.0.0.1:${port}`, {
      check: sftp,
      config: { username: 'robot', password: 'hunter2', checkNewestAge: true },
      says: null,
    })
    expect(outcome).toMatchObject({ metrics: { 'sftp.files': 100_500 }, evidence: { list_is_cut: true } })
  })

  it.each([
    ['lines', '-rw-r--r-- 1 a a 1 Jan 01 2026 again\r\n', 113_360],
    ['empty lines', '\n', 0],
    ['a line', 'x', 0],
  ])('is borne: a directory of %s over FTP', async (_what, piece, files) => {
    const sent: Socket[] = []
    const { port } = await startSmallFtp({
      certificate,
      accounts: { robot: 'hunter2' },
      data: { LIST: (data) => (sent.push(data), pour(data, repeated(piece))) },
    })
    const config = { username: 'robot', password: 'hunter2', checkNewestAge: true }
    const outcome = await borne(`127.0.0.1:${port}`, { check: ftp, config, says: null })
    expect(outcome).toMatchObject({ evidence: { list_is_cut: true } })
    expect(outcome.metrics['ftp.files']).toBeLessThanOrEqual(files)
    expect(sent[0]?.bytesWritten).toBeLessThan(maxSent)
  })
})

function aim({ check, config }: Expected, port: number): [string, Record<string, unknown> | undefined] {
  if (check === websocket) return [`ws://127.0.0.1:${port}/`, config]
  return check === imap || check === pop3 ? ['127.0.0.1', { ...config, port }] : [`127.0.0.1:${port}`, config]
}
