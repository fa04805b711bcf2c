// Live updates over server-sent events: one stream per tab, which ends when it is too slow or its session is over.
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import type { EventHub } from '../../live/event-hub.ts'

export interface Stream {
  readonly reply: FastifyReply
  readonly organizationId: string
  readonly userId: string
  /** The last event that the client received; null for a new stream. */
  readonly lastEventId: string | null
  /** Whether the user still has access; called regularly, and at once when it may have changed. */
  hasAccess(): Promise<boolean>
  /** Called once the stream is closed. */
  release(): void
}

const retryMs = 2000
const checkEveryMs = 30_000
// A client that leaves this much unread is disconnected and reloads everything.
const maxUnread = 256 * 1024

export function streamEvents(
  { hub, clock }: { hub: Pick<EventHub, 'join'>; clock: Clock },
  { reply, organizationId, userId, lastEventId, hasAccess, release }: Stream,
): void {
  reply.hijack()
  const { raw } = reply
  // A client that disconnected during authentication has already emitted `close`.
  if (raw.closed || raw.destroyed) return release()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Otherwise nginx would buffer the stream.
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
  const access = pollSession(hasAccess, clock, closed.signal)
  const leave = hub.join(tab, { organizationId, userId, lastEventId, recheckAccess: access.recheckAccess })
  raw.once('close', () => {
    closed.abort()
    leave()
    release()
  })
  void access.mustEnd.then(tab.end)
}

interface SessionWatch {
  /** Resolves when the stream must end. If access cannot be checked, the client reconnects and is checked again. */
  readonly mustEnd: Promise<void>
  recheckAccess(): void
}

function pollSession(hasAccess: Stream['hasAccess'], clock: Clock, closed: AbortSignal): SessionWatch {
  let recheck = new AbortController()
  const poll = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(checkEveryMs, AbortSignal.any([closed, recheck.signal])).catch(() => undefined)
      recheck = new AbortController()
      if (closed.aborted || !(await hasAccess().catch(() => false))) return
    }
  }
  return { mustEnd: poll(), recheckAccess: () => recheck.abort() }
}
