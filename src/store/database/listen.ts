import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Clock, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type ChangeMessage, newsChannel } from './change-publisher.ts'
import { isDirect } from './sessions.ts'

export interface ListenerOptions {
  readonly clock: Clock
  readonly log: Log
  hear(message: ChangeMessage): void
  /** From now on everything is heard; what was said before this may have been missed. */
  missed(): void
}

interface ListenConnection {
  readonly settings: pg.ClientConfig
  /** It was given for listening only, so it may lead elsewhere. */
  readonly isSeparate: boolean
  /** Sends a notification over another connection. */
  notify(channel: string, text: string): Promise<unknown>
}

const retryMs = 1000
// Long enough for a busy machine. Meanwhile notifications that do arrive are used.
const probeMs = 10_000
const pollMs = 10_000

const notHeard =
  'Notifications of the database do not arrive, so dashboards and status pages are refreshed every 10 seconds. A connection pooler ' +
  'in transaction mode does not pass them on: set LAPWING_DATABASE_LISTEN_URL to a direct connection to the same database.'

/** Hears the news over a connection of its own, and connects again when that is lost. */
export function listen(
  { settings, isSeparate, notify }: ListenConnection,
  { clock, log, hear, missed }: ListenerOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | undefined

  /** True once the connection has ended, false when it works but notifications do not arrive. */
  const connect = async (): Promise<boolean> => {
    const own = new pg.Client(settings)
    const ended = new Promise<true>((resolve) => own.once('end', () => resolve(true)))
    own.on('error', () => void own.end().catch(() => undefined))
    own.on('notification', ({ channel, payload }) => {
      if (channel === newsChannel) hear(JSON.parse(payload!) as ChangeMessage)
    })
    await own.connect()
    const isCertain = (await isDirect(own)) && !isSeparate
    await own.query(`listen ${newsChannel}`)
    client = own
    // One that is ended while it connects would never say so.
    if (signal.aborted) await own.end()
    else missed()
    if (isCertain || (await Promise.race([ended, isHeard(own)]))) return ended
    await own.end().catch(() => undefined)
    return false
  }

  const isHeard = async (own: pg.Client): Promise<boolean> => {
    const probe = `lapwing_probe_${randomBytes(8).toString('hex')}`
    const heard = new Promise<true>((resolve) =>
      own.on('notification', ({ channel }) => channel === probe && resolve(true)),
    )
    await own.query(`listen ${probe}`)
    await notify(probe, '')
    return Promise.race([heard, rest(clock, probeMs, signal).then(() => signal.aborted)])
  }

  const poll = async (): Promise<void> => {
    log.warn(notHeard)
    while (!signal.aborted) {
      await rest(clock, pollMs, signal)
      if (!signal.aborted) missed()
    }
  }

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const reason = await connect().then(
        (isLost) => (isLost ? 'the connection ended' : null),
        (error: unknown) => String(error),
      )
      if (signal.aborted) return
      if (reason === null) return poll()
      log.warn('news are not heard; connecting again', { reason })
      await rest(clock, retryMs, signal)
    }
  }
  const done = work()
  return {
    async stop() {
      stopping.abort()
      await client?.end().catch(() => undefined)
      await done
    },
  }
}
