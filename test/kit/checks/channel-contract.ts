// What every channel that speaks HTTP keeps to: what its receiver can take, and what a refusal means.
import type { Recipient } from '../../../src/domain/notifying/delivery.ts'
import { getEventListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  type ChannelKind,
  DeliveryFailed,
  type Receipt,
  type SendContext,
  channelProblems,
} from '../../../src/channels/define.ts'
import type { Alert } from '../../../src/domain/notifying/alert.ts'
import { createPushKeys } from '../../../src/domain/notifying/push-keys.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { DeadlinePassed } from '../../../src/domain/limits/time-limit.ts'
import { createPolicy } from '../../../src/net/policy.ts'
import { samples } from '../resources/alerts.ts'
import { type Received, type Receiver, type Reply, startReceiver } from '../resources/receiver.ts'
import { openNet } from './run-check.ts'

export interface DeliveryContract {
  readonly kind: ChannelKind
  /** A complete config that leads to the receiver at this origin. */
  config(origin: string): Record<string, unknown>
  /** Throws what the real service would reject: required fields, size limits, the way to log in. */
  accepts(request: Received, alert: Alert): void
  /** How the real service says that it has taken a message; 200 when omitted. */
  readonly accepted?: Reply
  /** The text inside an encrypted body. */
  decrypt?(body: Buffer): string
  /** Whether people find a link to acknowledge in its messages. */
  readonly carriesLink?: boolean
}

export const people: readonly Recipient[] = [
  { name: 'Ada Lovelace', email: 'ada@example.test', phone: '+49 170 1234567' },
  { name: 'Grace Hopper', email: 'grace@example.test', phone: null },
]

const net = openNet()
/** The moment at which every message is sent, the same in every run: of some moments, a signature has `NaN` in it. */
export const sentAt = new Date('2026-03-01T12:00:00Z')

export const pushIdentity = { ...createPushKeys(), contact: 'https://lapwing.example' }

/** What a notifier hands to a channel, for tests. */
export function sendContext(more: Partial<SendContext> = {}): SendContext {
  return {
    net,
    clock: { ...systemClock, now: () => sentAt },
    signal: new AbortController().signal,
    people,
    dedupKey: 'lapwing-7d0b5a8e-4711',
    reply: null,
    pushIdentity: async () => pushIdentity,
    earlierMessages: [],
    ...more,
  }
}

/** What every kind keeps to: its form, messages that its receiver can take, and refusals that give nothing away. */
export function keepsDeliveryContract(contract: DeliveryContract): void {
  const { kind, config, accepts, accepted = {}, carriesLink = false, decrypt } = contract
  describe(`the ${kind.type} channel`, () => {
    it('is described well enough to fill in a form', () => {
      expect(kind.title).toMatch(/^[A-Z0-9]/i)
      expect(kind.summary).toMatch(/^[A-Z].{40,}\.$/s)
      // A single sentence has no full stop; several sentences have one each.
      for (const [key, { notes }] of Object.entries(kind.config))
        expect(notes.description, key).toMatch(/^((?!.*\. ).{7,}[^.]|.*\. .*\.)$/s)
    })

    it('finds nothing wrong with a good config, and asks for what it cannot do without', () => {
      const good = config('https://receiver.example')
      expect(channelProblems(kind, good)).toEqual([])
      const required = Object.keys(kind.config).filter((key) => kind.config[key]?.notes.required)
      expect(channelProblems(kind, {}).filter((text) => text.endsWith(': Required'))).toEqual(
        required.map((key) => `config.${key}: Required`),
      )
      expect(channelProblems(kind, { ...good, colour: 'red' })).toEqual(['config.colour: unsupported field'])
    })

    it('sends every sort of alert as the receiver can take it', async () => {
      const receiver = await startReceiver(accepted)
      for (const [what, alert] of samplesFor(kind)) {
        const before = receiver.requests.length
        const receipt = await kind.send(alert, config(receiver.origin), sendContext())
        expect(receipt.httpStatus, what).toBe(accepted.status ?? 200)
        expect(receiver.requests.length, what).toBeGreaterThan(before)
        for (const request of receiver.requests.slice(before)) {
          looksSound(decrypt?.(request.raw) ?? wholeText(request))
          accepts(request, alert)
        }
      }
    })

    if (carriesLink)
      it('carries a link to acknowledge, in messages that its receiver can take', async () => {
        const receiver = await startReceiver(accepted)
        const link = 'https://lapwing.example/reply/x-Y_z'
        const ways = { link: () => link, token: () => 'x-Y_z', callbackUrl: 'https://lapwing.example/callbacks/1' }
        for (const [what, alert] of samplesFor(kind)) {
          const before = receiver.requests.length
          const reply = alert.test === null ? ways : null
          await kind.send(alert, config(receiver.origin), sendContext({ reply }))
          const [request] = receiver.requests.slice(before)
          looksSound(wholeText(request!))
          accepts(request!, alert)
          const text = decodeURIComponent(request!.text.replaceAll('+', ' ').replace(/%(?![0-9A-F]{2})/g, '%25'))
          expect(text.includes(link), what).toBe(
            alert.kind === 'firing' && alert.missed === undefined && alert.test === null,
          )
        }
      })

    it('gives up for good on a refusal, may try again after a passing failure, and gives no secret away', async () => {
      const receiver = await startReceiver(echo(401))
      expect(await failureOf(contract, receiver)).toMatchObject({ permanent: true, httpStatus: 401 })
      receiver.answer(echo(503))
      expect(await failureOf(contract, receiver)).toMatchObject({ permanent: false, httpStatus: 503 })
    })
  })
}

function wholeText({ raw, text }: Received): string {
  expect(raw.equals(Buffer.from(text))).toBe(true)
  return text
}

function looksSound(text: string): void {
  expect(text).not.toMatch(/undefined|\[object Object\]|NaN/)
  // Half a character, which many parsers choke on.
  expect(text).not.toMatch(/\\ud[89a-f]/i)
}

const samplesFor = (kind: ChannelKind): [string, Alert][] =>
  Object.entries(samples).filter(([, { kind: sort }]) => kind.takes.includes(sort))

/** The failure, after a look at what it says. */
async function failureOf(
  { kind, config }: DeliveryContract,
  receiver: Receiver,
  more: Partial<SendContext> = {},
): Promise<DeliveryFailed> {
  const failure: unknown = await kind.send(samplesFor(kind)[0]![1], config(receiver.origin), sendContext(more)).then(
    () => expect.unreachable('it was delivered'),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(DeliveryFailed)
  const { message } = failure as DeliveryFailed
  expect(message).not.toMatch(/\n|\bE[A-Z]{4,}\b|ERR_|undefined|https?:/)
  for (const secret of secretsOf(kind, config(receiver.origin))) expect(message).not.toContain(secret)
  expect(message.length).toBeLessThan(300)
  return failure as DeliveryFailed
}

/** What the way over HTTP that all kinds share does with every sort of answer; one kind shows it for all. */
export function keepsHttpContract(contract: DeliveryContract): void {
  const { kind, config, accepted = {} } = contract
  const anAlert = samplesFor(kind)[0]![1]
  const send = (receiver: Receiver, more: Partial<SendContext> = {}): Promise<Receipt> =>
    kind.send(anAlert, config(receiver.origin), sendContext(more))
  const failing = (receiver: Receiver, more?: Partial<SendContext>): Promise<DeliveryFailed> =>
    failureOf(contract, receiver, more)

  describe('a delivery over HTTP', () => {
    it.each([400, 401, 402, 403, 404, 410, 422])('gives up for good when it is answered %i', async (status) => {
      const receiver = await startReceiver(echo(status))
      const failure = await failing(receiver)
      expect(failure).toMatchObject({ permanent: true, httpStatus: status, retryAfterMs: null })
      expect(failure.message).toContain(String(status))
    })

    it.each([408, 425, 429, 500, 502, 503, 504])('may try again when it is answered %i', async (status) => {
      const receiver = await startReceiver(echo(status))
      expect(await failing(receiver)).toMatchObject({ permanent: false, httpStatus: status, retryAfterMs: null })
    })

    it('passes on how long the receiver wants to be left alone', async () => {
      const receiver = await startReceiver({ status: 429, headers: { 'retry-after': '7' } })
      expect(await failing(receiver)).toMatchObject({ permanent: false, retryAfterMs: 7000 })
      const clock = { ...systemClock, now: () => new Date('2026-03-01T12:00:00Z') }
      receiver.answer({ status: 503, headers: { 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' } })
      expect(await failing(receiver, { clock })).toMatchObject({ permanent: false, retryAfterMs: 60_000 })
    })

    it('does not follow a redirect', async () => {
      const elsewhere = await startReceiver(accepted)
      const receiver = await startReceiver({ status: 307, headers: { location: `${elsewhere.origin}/there` } })
      expect(await failing(receiver)).toMatchObject({
        permanent: true,
        httpStatus: 307,
        message: 'answered 307: redirects are not followed',
      })
      expect(elsewhere.requests).toEqual([])
    })

    it('stops waiting when its time is up', async () => {
      const stop = new AbortController()
      const receiver = await startReceiver(() => stop.abort(new DeadlinePassed(10_000)))
      const failure = await failing(receiver, { signal: stop.signal })
      expect(failure).toMatchObject({ permanent: false, httpStatus: null })
      expect(failure.message).toContain('no response within 10 s')
      expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    })

    it('lets us stop it', async () => {
      const stop = new AbortController()
      const receiver = await startReceiver(() => stop.abort(new Error('the notifier is shutting down')))
      await expect(send(receiver, { signal: stop.signal })).rejects.toThrow('the notifier is shutting down')
    })

    it('may try again when the connection breaks', async () => {
      const receiver = await startReceiver((response) => void response.socket?.resetAndDestroy())
      expect(await failing(receiver)).toMatchObject({ permanent: false, httpStatus: null })
    })

    it('may try again when nobody listens', async () => {
      const closed = { origin: 'http://127.0.0.1:1', requests: [], answer: () => undefined }
      expect(await failing(closed)).toMatchObject({ permanent: false, httpStatus: null })
    })

    it('waits for an answer that comes in pieces', async () => {
      const receiver = await startReceiver((response) => drip(response, accepted))
      expect((await send(receiver)).httpStatus).toBe(accepted.status ?? 200)
    })

    it('does not read an answer without end', async () => {
      const receiver = await startReceiver((response) => pour(response))
      const ended = await send(receiver).then(
        () => 'delivered',
        (error: unknown) => (error instanceof DeliveryFailed ? 'refused' : error),
      )
      expect(['delivered', 'refused']).toContain(ended)
    })

    it('goes only where the address policy lets it', async () => {
      const receiver = await startReceiver(accepted)
      const closed = openNet({ policy: createPolicy({ allowPrivate: false }) })
      expect(await failing(receiver, { net: closed })).toMatchObject({ httpStatus: null })
      expect(receiver.requests).toEqual([])
    })
  })
}

/** What careless servers do: they repeat what they were sent, each another part of it first. */
function echo(status: number) {
  return (response: ServerResponse, { method, path, headers, text }: Received): void => {
    const parts = [
      `Cannot ${method} ${path}`,
      decodeURIComponent(path),
      Object.values(headers).toReversed().join(' '),
      text,
      decoded(text),
    ]
    const first = status % parts.length
    response
      .writeHead(status, { 'content-type': 'text/plain' })
      .end([...parts.slice(first), ...parts.slice(0, first)].join(' '))
  }
}

/** An encrypted body may have a percent sign anywhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function secretsOf(kind: ChannelKind, config: Record<string, unknown>): string[] {
  return kind.secrets.map((key) => config[key]).filter((value) => typeof value === 'string')
}

function drip(response: ServerResponse, { status = 200, headers, body = 'ok' }: Reply): void {
  response.writeHead(status, headers)
  const pieces = [...(body === '' ? 'ok' : body)]
  const next = (): void => {
    const piece = pieces.shift()
    if (piece === undefined) return void response.end()
    response.write(piece, () => setImmediate(next))
  }
  next()
}

function pour(response: ServerResponse): void {
  response.writeHead(200)
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, '.')));
  }
  response.on('drain', more)
  more()
}
