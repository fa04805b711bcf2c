// Databases whose servers misbehave: whatever they do, the check ends in words and keeps little.
import { describe, expect, it } from 'vitest'
import { keepsTheContract, spoiltAnswers } from '../../../test/kit/checks/run-contract.ts'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import { endless, startHostile } from '../../../test/kit/servers/hostile.ts'
import type { CheckType } from '../define.ts'
import { postgres } from './postgres.ts'

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

const scram = (challenge: string): string => {
  const framed = (code: number, text: string): string =>
    `R${String.fromCharCode(0, 0, 0, text.length + 8, 0, 0, 0, code)}${text}`
  return framed(10, 'SCRAM-SHA-256\0\0') + framed(11, challenge)
}

describe.each<[CheckType, string, string, string, RegExp]>([
  [postgres, 'rows without an end', `${loggedIn}C\0\0\0\x04Z\0\0\0\x05T`, 'D\0\0\0\x06\0\0', /more than 50000 lines/],
  [postgres, 'notes without an end', 'R\0\0\0\x08\0\0\0\0', 'S\0\0\0\x08a\0b\0', /more than 50000 lines/],
  [postgres, 'a long message', loggedIn, 'E\x10\0\0\0', /more than 1 MiB/],
  [postgres, 'a row of lies', `${loggedIn}C\0\0\0\x04Z\0\0\0\x05T`, 'D\0\0\0\x0a\0\x01\x7f\0\0\0', /not speak the protocol/],
  [postgres, 'a challenge of another', scram('r=other,s=AAAA,i=4096'), '', /challenge that no login can answer/],
])('a %s check', ({ prepare: _, ...check }, what, first, piece, error) => {
  it(`fails when a server sends ${what}`, async () => {
    const server = await startHostile(endless(Buffer.from(first, 'latin1'), Buffer.from(piece || '.', 'latin1')))
    try {
      const outcome = await runCheck({ prepare: _, ...check }, `127.0.0.1:${server.port}`, { config: plain })
      expect(outcome).toMatchObject({ success: false, error: expect.stringMatching(error) })
      expect(JSON.stringify(outcome)).not.toMatch(/hunter2/)
    } finally {
      await server.idle()
      await server.stop()
    }
  })
})
