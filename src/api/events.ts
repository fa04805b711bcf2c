// Live updates over server-sent events: one stream per tab, which ends when it is too slow or its session is over.
import type { FastifyReply } from 'fastify'
import type { Clock } from '../domain/clock.ts'
import type { EventHub } from '../live/event-hub.ts'

export interface Stream {
  readonly reply: FastifyReply
  readonly organizationId: string
  readonly userId: string
  /** After which event it goes on; null for one that begins now. */
  readonly lastEventId: string | null
  /** Whether whoever opened it may go on looking; asked again and again, and at once when that may have changed. */
  mayGoOn(): Promise<boolean>
  /** Called once the stream is closed. */
  release(): void
}

const retryMs = 2000
const askEveryMs = 30_000
// A tab that leaves this much lying about is better off looking at everything again.
const maxUnread = 256 * 1024

export function streamEvents(
  { hub, clock }: { hub: EventHub; clock: Clock },
  { reply, organizationId, userId, lastEventId, mayGoOn, release }: Stream,
): void {
  reply.hijack()
  const { raw } = reply
  // A client that left while it was authenticated has emitted its close already.
  if (raw.closed || raw.destroyed) return release()
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
      return raw.writableLength <= maxUnread
    },
    end: () => raw.destroy(),
  }
  const closed = new AbortController()
  const asking = pollSession(mayGoOn, clock, closed.signal)
  const { askAgain } = asking
  const leave = hub.join(tab, { organizationId, userId, lastEventId, askAgain })
  raw.once('close', () => {
    closed.abort()
    leave()
    release()
  })
  void asking.mustEnd.then(tab.end)
}

interface SessionWatch {
  /** Settled when it must end. Who cannot be asked about comes back, and is asked then. */
  readonly mustEnd: Promise<void>
  askAgain(): void
}

function pollSession(mayGoOn: Stream['mayGoOn'], clock: Clock, closed: AbortSignal): SessionWatch {
  let soon = new AbortController()
  const ask = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(askEveryMs, AbortSignal.any([closed, soon.signal])).catch(() => undefined)
      soon = new AbortController()
      if (closed.aborted || !(await mayGoOn().catch(() => false))) return
    }
  }
  return { mustEnd: ask(), askAgain: () => soon.abort() }
}
