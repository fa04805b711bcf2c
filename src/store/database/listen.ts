import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Clock, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type ChangeMessage, changesChannel } from './change-publisher.ts'
import { isDirect } from './sessions.ts'

export interface ListenerOptions {
  readonly clock: Clock
  readonly log: Log
  hear(message: ChangeMessage): void
  /** Called when listening starts; earlier changes may have been missed. */
  missed(): void
}

interface ListenConnection {
  readonly settings: pg.ClientConfig
  /** Whether it is a dedicated connection, which may lead to another server. */
  readonly isSeparate: boolean
  /** Sends a notification over another connection. */
  notify(channel: string, text: string): Promise<unknown>
}

const retryMs = 1000
// Long enough for a busy machine. Notifications that arrive in the meantime are used.
const probeMs = 10_000
const pollMs = 10_000

const notHeard =
  'Notifications of the database do not arrive, so dashboards and status pages are refreshed every 10 seconds. A connection pooler ' +
  'in transaction mode does not pass them on: set LAPWING_DATABASE_LISTEN_URL to a direct connection to the same database.'

/** Listens for changes on a dedicated connection, and reconnects when it is lost. */
export function listen(
  { settings, isSeparate, notify }: ListenConnection,
  { clock, log, hear, missed }: ListenerOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | undefined

  /** Resolves to true when the connection ends, and to false if it works but notifications do not arrive. */
  const connect = async (): Promise<boolean> => {
    const own = new pg.Client(settings)
    const ended = new Promise<true>((resolve) => own.once('end', () => resolve(true)))
    own.on('error', () => void own.end().catch(() => undefined))
    own.on('notification', ({ channel, payload }) => {
      if (channel === changesChannel) hear(JSON.parse(payload!) as ChangeMessage)
    })
    await own.connect()
    const isCertain = (await isDirect(own)) && !isSeparate
    await own.query(`listen ${changesChannel}`)
    client = own
    // A connection that is ended while it connects would never report it.
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
      log.warn('lost the connection for notifications; reconnecting', { reason })
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
