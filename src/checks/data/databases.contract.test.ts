// Databases whose servers misbehave: whatever they do, the check ends in words and keeps little.
import { describe, expect, it } from 'vitest'
import { keepsTheContract, spoiltAnswers } from '../../../test/kit/checks/run-contract.ts'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import { endless, startHostile } from '../../../test/kit/servers/hostile.ts'
import type { CheckType } from '../define.ts'
import { mongodb } from './mongodb.ts'
import { mysql } from './mysql.ts'
import { postgres } from './postgres.ts'
import { redis } from './redis.ts'

const misbehaviours = { ...spoiltAnswers, 'never ends its answer': 'other' } as const
const plain = { username: 'robot', password: 'hunter2', tlsMode: 'none' }
const target = ({ host, port }: { host: string; port: number }): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

const loggedIn = 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I'

keepsTheContract({
  check: postgres,
  transport: 'plain',
  target,
  config: plain,
  opening: () => loggedIn,
  misbehaviours: { ...misbehaviours, 'drips its answer': 'other' },
})

/** A packet of MySQL; one whose length says more is not complete. */
const packet = (sequence: number, body: string): string => String.fromCharCode(body.length, 0, 0, sequence) + body
const nonce = 'abcdefgh\0\x01\x02\x2d\x02\0\x01\x01\x15' + '\0'.repeat(10) + 'ijklmnopqrst\0'
const greeting = packet(0, `\x0a8.0.0\0\x01\0\0\0${nonce}mysql_native_password\0`)
const ok = '\0\0\0\x02\0\0\0'

keepsTheContract({
  check: mysql,
  transport: 'plain',
  target,
  config: plain,
  greeting,
  opening: () => packet(2, ok),
  misbehaviours: { ...misbehaviours, 'drips its answer': 'other' },
})

keepsTheContract({
  check: mongodb,
  transport: 'both',
  target,
  config: plain,
  secureConfig: { tlsMode: 'required' },
  opening: () => `\0\0\x10\0${'\0'.repeat(8)}\xdd\x07\0\0`.slice(0, 3),
  misbehaviours: { ...misbehaviours, 'drips its answer': 'other' },
})

keepsTheContract({
  check: redis,
  transport: 'both',
  target,
  config: { tlsMode: 'none', key: 'state' },
  secureConfig: { tlsMode: 'required' },
  opening: () => '+PONG\r\n$400000\r\n',
  misbehaviours,
})

const scram = (challenge: string): string => {
  const framed = (code: number, text: string): string =>
    `R${String.fromCharCode(0, 0, 0, text.length + 8, 0, 0, 0, code)}${text}`
  return framed(10, 'SCRAM-SHA-256\0\0') + framed(11, challenge)
}

/** A document inside a document, and so on. */
function nested(depth: number): string {
  const bytes = Buffer.alloc(depth * 8 + 5)
  for (let n = 0; n < depth; n++) bytes.writeInt32LE(bytes.length - n * 8, n * 7)
  for (let n = 0; n < depth; n++) bytes.write('\x03a\0', n * 7 + 4, 'latin1')
  bytes.writeInt32LE(5, depth * 7)
  const head = Buffer.alloc(21)
  head.writeInt32LE(head.length + bytes.length, 0)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, bytes]).toString('latin1')
}

const floods: [CheckType, string, string, string, RegExp][] = [
  [mongodb, 'a long message', `\0\0\x20\0${'\0'.repeat(8)}\xdd\x07\0\0`, '.', /more than 1 MiB/],
  [mongodb, 'a message of another protocol', `\0\0\x02\0${'\0'.repeat(8)}\x01\0\0\0`, '.', /not speak the protocol/],
  [
    mongodb,
    'a document of lies',
    `\x40\0\0\0${'\0'.repeat(8)}\xdd\x07\0\0\0\0\0\0\0\x20\0\0\0`,
    '\xff',
    /not speak the protocol/,
  ],
  [mongodb, 'documents that are nested too deeply', nested(100_000), '.', /without a message|not speak the protocol/],
  [redis, 'a line without an end', '+', '.', /a line without an end/],
  [redis, 'a long value', '+OK\r\n+PONG\r\n$2000000\r\n', '.', /more than 1 MiB/],
  [redis, 'a length that is none', '+OK\r\n+PONG\r\n$-7\r\n', '.', /not speak the protocol/],
  [redis, 'a list', '+OK\r\n*1\r\n', '.', /not speak the protocol/],
  [redis, 'that it is full', '-ERR max number of clients reached\r\n', '.', /^the server responded: ERR max/],
  [redis, 'the password', '-ERR invalid password hunter2\r\n', '.', /login was rejected: ERR/],
  [
    mysql,
    'rows without an end',
    packet(2, ok) +
      packet(1, ok) +
      packet(1, ok) +
      packet(1, '\x01') +
      packet(2, '\0'.repeat(6)) +
      packet(3, '\xfe\0\0'),
    packet(4, '\x01a'),
    /more than 50000 lines/,
  ],
  [mysql, 'a long packet', '', '\xff\xff\xff\x02', /more than 1 MiB/],
  [
    mysql,
    'a field of lies',
    packet(2, ok) + packet(1, ok) + packet(1, ok) + packet(1, '\x01'),
    packet(2, '\xfd\xff\xff\xff'),
    /field that is longer than its packet/,
  ],
  [
    mysql,
    'too many columns',
    packet(2, ok) + packet(1, ok) + packet(1, ok),
    packet(1, '\xfd\xff\xff\xff'),
    /not speak the protocol/,
  ],
  [
    mysql,
    'a request for a file',
    packet(2, ok) + packet(1, ok) + packet(1, ok),
    packet(1, '\xfb/etc/passwd'),
    /asked for a file/,
  ],
  [
    mysql,
    'one method of login after another',
    '',
    packet(2, '\xfemysql_native_password\0abcdefghijklmnopqrst\0'),
    /not speak the protocol/,
  ],
  [mysql, 'an empty packet', '', packet(2, ''), /not speak the protocol/],
  [postgres, 'rows without an end', `${loggedIn}C\0\0\0\x04Z\0\0\0\x05T`, 'D\0\0\0\x06\0\0', /more than 50000 lines/],
  [postgres, 'notes without an end', 'R\0\0\0\x08\0\0\0\0', 'S\0\0\0\x08a\0b\0', /more than 50000 lines/],
  [postgres, 'a long message', loggedIn, 'E\x10\0\0\0', /more than 1 MiB/],
  [
    postgres,
    'a row of lies',
    `${loggedIn}C\0\0\0\x04Z\0\0\0\x05T`,
    'D\0\0\0\x0a\0\x01\x7f\0\0\0',
    /not speak the protocol/,
  ],
  [postgres, 'a challenge of another', scram('r=other,s=AAAA,i=4096'), '', /challenge that no login can answer/],
]

describe.each(floods.map(([check, ...row]) => [check.type, check, ...row] as const))(
  'a %s check',
  (_, check, what, first, piece, error) => {
    it(`fails when a server sends ${what}`, async () => {
      const behave = endless(Buffer.from(first, 'latin1'), Buffer.from(piece || '.', 'latin1'))
      const server = await startHostile((socket) => {
        if (check === mysql) socket.write(greeting)
        behave(socket)
      })
      try {
        const outcome = await runCheck(check, `127.0.0.1:${server.port}`, { config: plain, deadlineMs: 20_000 })
        expect(outcome).toMatchObject({ success: false, error: expect.stringMatching(error) })
        expect(JSON.stringify(outcome)).not.toMatch(/hunter2/)
      } finally {
        await server.idle()
        await server.stop()
      }
    })
  },
)
