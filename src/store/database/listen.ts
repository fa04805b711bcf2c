import pg from 'pg'
import { type Clock, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type ChangeMessage, newsChannel } from './change-publisher.ts'

export interface ListenerOptions {
  readonly clock: Clock
  readonly log: Log
  hear(message: ChangeMessage): void
  /** From now on everything is heard; what was said before this may have been missed. */
  missed(): void
}

const retryMs = 1000

/** Hears the news over a connection of its own, and connects again when that is lost. */
export function listen(
  settings: pg.ClientConfig,
  { clock, log, hear, missed }: ListenerOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  const connect = async (): Promise<void> => {
    const own = new pg.Client(settings)
    const ended = new Promise<void>((resolve) => own.once('end', resolve))
    own.on('error', () => void own.end().catch(() => undefined))
    own.on('notification', ({ payload }) => hear(JSON.parse(payload!) as ChangeMessage))
    await own.connect()
    await own.query(`listen ${newsChannel}`)
    client = own
    // One that is ended while it connects would never say so.
    if (stopping.signal.aborted) await own.end()
    else missed()
    await ended
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const reason = await connect().then(
        () => 'the connection ended',
        (error: unknown) => String(error),
      )
      if (stopping.signal.aborted) return
      log.warn('news are not heard; connecting again', { reason })
      await rest(clock, retryMs, stopping.signal)
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
