// What every type keeps to when its target misbehaves: an outcome by the deadline, in words, and nothing left behind.
import { createSocket } from 'node:dgram'
import { getEventListeners, once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CheckType } from '../../../src/checks/define.ts'
import type { Cause, Outcome } from '../../../src/domain/outcome.ts'
import { createAuthority } from './certificates.ts'
import { fakeClock } from '../clock.ts'
import { startDeaf } from '../servers/deaf.ts'
import {
  type Behaviour,
  type HostileServer,
  type Misbehaviour,
  type Opening,
  behaviours,
  startHostile,
} from '../servers/hostile.ts'
import { freePort } from '../servers/free-port.ts'
import { type SmallNameServer, startNameServer } from '../servers/name-server.ts'
import { inSlowMotion, openNet, runCheck } from './run-check.ts'

/** The cause of the failure, or that the type has no reason to mind; two where it is a matter of microseconds. */
export type Verdict = Cause | 'success' | 'connect or tls'

export interface Contract {
  readonly check: CheckType
  /** The target that leads there. */
  target(where: { host: string; port: number; secure: boolean }): string
  readonly config?: Record<string, unknown>
  /** Beside `config`, where the port is no part of the target. */
  portConfig?(port: number): Record<string, unknown>
  /** Beside `config`, when the target is to be reached over TLS. */
  readonly secureConfig?: Record<string, unknown>
  /** How the type speaks to its target. */
  readonly transport: 'plain' | 'tls' | 'both' | 'datagram'
  /** What the server says before it received anything, where it is the one to begin. */
  readonly greeting?: string
  /** What a good server says first, so that a bad one can go wrong after it. */
  readonly opening?: Opening
  /** What comes of each misbehaviour of a server without TLS, or before its handshake. */
  readonly misbehaviours: Record<Misbehaviour, Verdict> | Record<string, never>
  /** Tried with all that happens below every type alike: name servers, handshakes, certificates. One is enough. */
  readonly isRepresentative?: boolean
}

const deadlineMs = 400
// For what ends by itself.
const patientMs = 5000
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

interface OverHttp extends Pick<Contract, 'config' | 'opening'> {
  readonly path?: string
  /** Those that come to something else than for most types. */
  readonly misbehaviours?: Partial<Record<Misbehaviour, Verdict>>
}

/** Of a type that asks for something over HTTP: servers spoil their answers to all of them in the same ways. */
export function keepsTheContractOverHttp(
  check: CheckType,
  { path = '/', misbehaviours, ...more }: OverHttp = {},
): void {
  keepsTheContract({
    check,
    transport: 'both',
    target: ({ host, port, secure }) => `${secure ? 'https' : 'http'}://${host}:${port}${path}`,
    opening: () => 'HTTP/1.1 200 OK\r\n\r\n',
    misbehaviours: { ...spoiltAnswers, ...misbehaviours },
    ...more,
  })
}

/** What comes of each way to spoil an answer, for types that need an answer but not its end. */
export const spoiltAnswers = {
  'never says a word': 'timeout',
  'closes at once': 'connect',
  'resets at once': 'connect',
  'resets when it received the request': 'connect',
  'talks garbage': 'other',
  'falls silent in its answer': 'timeout',
  'resets in its answer': 'connect',
  'drips its answer': 'timeout',
  'never ends its answer': 'success',
} as const

export function keepsTheContract(contract: Contract): void {
  const { check, config = {}, isRepresentative = false } = contract
  const authority = createAuthority()
  let names: SmallNameServer
  let server: HostileServer | undefined

  const serve = async (behave: Behaviour, certificate?: Parameters<typeof startHostile>[1]): Promise<number> => {
    server = await startHostile(behave, certificate)
    return server.port
  }
  const reach = async (
    host: string,
    port: number,
    more: { secure?: boolean; deadlineMs?: number; stop?: AbortController } = {},
  ): Promise<Outcome> => {
    const {
      secure = contract.transport === 'tls',
      stop = new AbortController(),
      deadlineMs: within = deadlineMs,
    } = more
    const clock = fakeClock(new Date())
    const net = openNet({ clock, resolvers: [names.address], extraTrust: [authority.root] })
    const all = { ...config, ...contract.portConfig?.(port), ...(secure ? contract.secureConfig : {}) }
    const target = contract.target({ host, port, secure })
    const running = runCheck(check, target, { net, clock, config: all, deadlineMs: within, signal: stop.signal })
    const outcome = await inSlowMotion(clock, running)
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    return outcome
  }

  describe(`the ${check.type} check`, () => {
    beforeAll(async () => {
      names = await startNameServer((name) =>
        name === 'silent.test' ? 'silence' : name === 'broken.test' ? 'SERVFAIL' : 'NXDOMAIN',
      )
    })
    afterAll(() => names.stop())
    afterEach(async () => {
      const used = server
      server = undefined
      await used?.idle().finally(() => used.stop())
    })

    it('says that the connection was refused, and what was tried', async () => {
      const port = await freePort()
      const outcome = await reach('127.0.0.1', port, { deadlineMs: patientMs })
      const refused = `connection refused by 127.0.0.1:${port}`
      expect(failure(outcome)).toEqual(['connect', refused])
      const tried = [{ address: `127.0.0.1:${port}`, result: refused, after_ms: expect.any(Number) }]
      expect(outcome.evidence).toMatchObject(contract.transport === 'datagram' ? {} : { tried })
    })

    it('says that a name does not exist', async () => {
      expect(failure(await reach('nowhere.test', 80, { deadlineMs: patientMs }))).toEqual([
        'dns',
        'the name nowhere.test does not exist',
      ])
    })

    if (isRepresentative) triesNameServers()

    if (contract.transport !== 'datagram')
      it('does not wait for a connection that is never made', async () => {
        const deaf = await startDeaf()
        const outcome = await reach('127.0.0.1', deaf.port).finally(() => deaf.stop())
        expect(failure(outcome)).toEqual(['timeout', 'no response within 0.4 s (while connecting)'])
      })

    it('is nobody else’s fault when we stop it', async () => {
      const stop = new AbortController()
      const shutDown = (): void => stop.abort(new Error('the prober is shutting down'))
      const port = contract.transport === 'datagram' ? await datagramPort(shutDown) : await serve(shutDown)
      const outcome = await reach('127.0.0.1', port, { stop, deadlineMs: patientMs })
      expect(outcome).toMatchObject({ error: 'the prober is shutting down', cause: null, infrastructure: true })
    })

    for (const [name, verdict] of Object.entries(contract.misbehaviours) as [Misbehaviour, Verdict][]) {
      const behave = greeted(name, behaviours[name](contract.opening ?? (() => '')), contract.greeting)
      const endsLate = /timeout|success/.test(verdict) && name !== 'never ends its answer'
      const within = endsLate ? deadlineMs : patientMs
      it(`gives ${verdict} when the server ${name}`, async () => {
        judge(await reach('127.0.0.1', await serve(behave), { deadlineMs: within }), verdict)
      })
      const isTriedInside = isRepresentative || name === 'falls silent in its answer'
      if (contract.transport === 'both' && isTriedInside && !/resets|closes/.test(name))
        it(`gives ${verdict} when the server ${name} inside TLS`, async () => {
          const port = await serve(behave, authority.issue({ names: ['127.0.0.1'] }))
          judge(await reach('127.0.0.1', port, { deadlineMs: within, secure: true }), verdict)
        })
    }

    if (contract.transport === 'plain' || contract.transport === 'datagram') return

    it('does not wait for a silent handshake', async () => {
      const outcome = await reach('127.0.0.1', await serve(() => undefined), { secure: true })
      expect(failure(outcome)).toEqual(['timeout', 'no response within 0.4 s (while negotiating TLS)'])
    })

    it('says that the server does not speak TLS', async () => {
      const port = await serve((socket) => void socket.end('220 welcome\r\n'))
      expect(failure(await reach('127.0.0.1', port, { secure: true, deadlineMs: patientMs }))).toEqual([
        'tls',
        `127.0.0.1:${port} does not speak TLS on this port`,
      ])
    })

    it('says that the certificate is for another host', async () => {
      const port = await serve(() => undefined, authority.issue({ names: ['other.test'] }))
      expect(failure(await reach('127.0.0.1', port, { secure: true, deadlineMs: patientMs }))).toEqual([
        'certificate',
        'the certificate is for other.test, not for 127.0.0.1',
      ])
    })

    if (isRepresentative) triesHandshakes()
  })

  function triesNameServers(): void {
    it('says that a name server failed, and which', async () => {
      const outcome = await reach('broken.test', 80, { deadlineMs: patientMs })
      expect(failure(outcome)).toEqual(['dns', 'the name server failed to look up broken.test (SERVFAIL)'])
      expect(outcome.evidence).toMatchObject({ name: 'broken.test', name_servers: [names.address] })
    })

    it('does not wait for a silent name server', async () => {
      expect(failure(await reach('silent.test', 80))).toEqual([
        'timeout',
        'no response within 0.4 s (while looking up the name)',
      ])
    })
  }

  function triesHandshakes(): void {
    it('says that the handshake broke off', async () => {
      const port = await serve((socket) => void socket.once('data', () => socket.resetAndDestroy()))
      const outcome = await reach('127.0.0.1', port, { secure: true, deadlineMs: patientMs })
      expect(failure(outcome)).toEqual(['tls', `127.0.0.1:${port} broke off the connection (while negotiating TLS)`])
    })

    it.each([
      [
        'has expired',
        { names: ['127.0.0.1'], from: days(-9), to: days(-2) },
        /^the certificate of 127\.0\.0\.1 expired on \d{4}-\d\d-\d\d$/,
      ],
      [
        'is self-signed',
        { names: ['127.0.0.1'], selfSigned: true },
        /^the certificate of 127\.0\.0\.1 is self-signed$/,
      ],
    ])('says that the certificate %s', async (_what, wish, sentence) => {
      const port = await serve(() => undefined, authority.issue(wish))
      const [cause, error] = failure(await reach('127.0.0.1', port, { secure: true, deadlineMs: patientMs }))
      expect(cause).toBe('certificate')
      expect(error).toMatch(sentence)
    })

    it('says that nobody it trusts has signed the certificate', async () => {
      const port = await serve(() => undefined, createAuthority('Somebody').issue({ names: ['127.0.0.1'] }))
      const [cause, error] = failure(await reach('127.0.0.1', port, { secure: true, deadlineMs: patientMs }))
      expect(cause).toBe('certificate')
      expect(error).toMatch(/^the certificate of 127\.0\.0\.1 was issued by "Somebody", which is not trusted/)
    })
  }
}

/** Who goes wrong in an answer has received a question, and some ask only those who have greeted them. */
function greeted(name: Misbehaviour, behave: Behaviour, greeting: string | undefined): Behaviour {
  if (greeting === undefined || !/answer|received/.test(name)) return behave
  return (socket) => {
    socket.write(greeting)
    behave(socket)
  }
}

function judge(outcome: Outcome, verdict: Verdict): void {
  if (verdict === 'success') expect(outcome).toMatchObject({ success: true, error: null, cause: null })
  else expect(verdict.split(' or ')).toContain(failure(outcome)[0])
}

/** A failure of the target with a good message. */
function failure(outcome: Outcome): [Cause | null, string | null] {
  expect(outcome).toMatchObject({ success: false, error: expect.any(String), cause: expect.any(String) })
  expect(outcome.infrastructure).toBeUndefined()
  expect(outcome.error).not.toMatch(/\n|\bE[A-Z]{4,}\b|ERR_|undefined|null/)
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome)
  return [outcome.cause, outcome.error]
}

async function datagramPort(received: () => void): Promise<number> {
  const socket = createSocket('udp4').on('message', received).bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return socket.address().port
}
