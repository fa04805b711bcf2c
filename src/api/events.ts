// Live updates over server-sent events: one stream per tab, which ends when it is too slow or its session is over.
import type { FastifyReply } from 'fastify'
import type { Clock } from '../domain/clock.ts'
import type { EventHub } from '../operations/events/hub.ts'

export interface Stream {
  readonly reply: FastifyReply
  readonly organizationId: string
  /** The request's Last-Event-ID, if there is one. */
  readonly lastEventId: string | undefined
  /** Whether whoever opened it may go on looking; asked again and again. */
  mayGoOn(): Promise<boolean>
}

const retryMs = 2000
const askEveryMs = 30_000
// A tab that leaves this much lying about is better off looking at everything again.
const mostUnread = 256 * 1024

export function streamEvents(
  { hub, clock }: { hub: EventHub; clock: Clock },
  { reply, organizationId, lastEventId, mayGoOn }: Stream,
): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would otherwise hold it back.
    'x-accel-buffering': 'no',
  })
  raw.write(`retry: ${retryMs}\n\n`)
  const tab = {
    write: (text: Buffer) => {
      raw.write(text)
      return raw.writableLength <= mostUnread
    },
    end: () => raw.destroy(),
  }
  const leave = hub.join(tab, { organizationId, lastEventId: lastEventId ?? null })
  const closed = new AbortController()
  raw.once('close', () => {
    closed.abort()
    leave()
  })
  void askAgainAndAgain(mayGoOn, clock, closed.signal).then(tab.end)
}

/** Answers when it must end. Who cannot be asked about comes back, and is asked then. */
async function askAgainAndAgain(mayGoOn: Stream['mayGoOn'], clock: Clock, closed: AbortSignal): Promise<void> {
  try {
    do await clock.sleep(askEveryMs, closed)
    while (await mayGoOn())
  } catch {
    return
  }
}
