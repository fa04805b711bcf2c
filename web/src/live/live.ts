// Live updates: one event stream per browser. The tab that holds it passes events on to the others.
// If no stream can be held, the page polls.
import type { LiveEventName } from '../api-types.ts'
import { invalidate, liveEventNames } from '../invalidation.ts'
import { createStore } from '../store.ts'
import { setLastEventId, lastEventId } from './last-event-id.ts'

export interface LiveEvent {
  readonly type: LiveEventName
  readonly data: unknown
}

export type Connection =
  | { readonly state: 'connecting' | 'live' | 'polling' }
  | { readonly state: 'offline'; readonly since: number }

export const connection = createStore<Connection>({ state: 'connecting' })

/** Messages between tabs: an event, the state of the connection, or a new tab's request for that state. */
type TabMessage = ReceivedEvent | { readonly connection: Connection } | { readonly isNew: true }

/** The id lets the next leading tab resume; it is null for events that this page made itself. */
interface ReceivedEvent extends LiveEvent {
  readonly id: string | null
}

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()

/** For screens that show a change before they refetch. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const address = '/app/dashboard/events'
const refetchMs = 2000
const pollMs = 15_000
const hiddenMs = 300_000
const failuresBeforePolling = 3

export function startLive(): () => void {
  const channel = new BroadcastChannel('lapwing.live')
  let isLeading = false
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('connection' in data) connection.set(data.connection)
    else if ('type' in data) receiveAndTrack(data)
    else if (isLeading) channel.postMessage({ connection: connection.get() })
  })
  const publish = (event: ReceivedEvent): void => {
    receiveAndTrack(event)
    channel.postMessage(event)
  }
  const show = (state: Connection): void => {
    connection.set(state)
    channel.postMessage({ connection: state })
  }
  const ended = new AbortController()
  const { signal } = ended
  const work = async (): Promise<void> => {
    isLeading = true
    await keepConnected({ publish, show, signal })
    isLeading = false
  }
  channel.postMessage({ isNew: true })
  void leadInTurns({ work, signal })
  return () => {
    ended.abort()
    channel.close()
  }
}

interface LeaderTurn {
  readonly work: () => Promise<void>
  readonly signal: AbortSignal
}

/** A tab that was hidden for long gives up the lead and refetches when it is visible again. */
async function leadInTurns({ work, signal }: LeaderTurn): Promise<void> {
  while (!signal.aborted) {
    await lead({ work, signal })
    await visibleAgain(signal)
    if (!signal.aborted) receive({ type: 'resync', data: null })
  }
}

/** The tab that holds the lock holds the stream. Without the Web Locks API each tab has its own stream. */
function lead({ work, signal }: LeaderTurn): Promise<void> {
  if (!('locks' in navigator)) return work()
  // Aborting while the tab waits for the lock rejects the request.
  return navigator.locks.request('lapwing.live', { signal }, work).catch(() => undefined)
}

interface StreamContext {
  readonly publish: (event: ReceivedEvent) => void
  readonly show: (state: Connection) => void
  readonly signal: AbortSignal
}

/** Keeps the stream open until the signal aborts or the page has been hidden for long. */
async function keepConnected(held: StreamContext): Promise<void> {
  while (!held.signal.aborted) {
    const why = await connectOnce(held)
    if (why === 'hidden') return
    if (why === 'refused') await poll(held)
  }
}

type EndReason = 'hidden' | 'refused' | 'ended'

function connectOnce({ publish, show, signal }: StreamContext): Promise<EndReason> {
  return new Promise((resolve) => {
    const after = lastEventId()
    const source = new EventSource(after === null ? address : `${address}?${new URLSearchParams({ after })}`)
    let failures = 0
    let since: number | null = null
    let hiding: ReturnType<typeof setTimeout> | undefined
    const stop = (why: EndReason): void => {
      source.close()
      clearTimeout(hiding)
      document.removeEventListener('visibilitychange', watchHiding)
      resolve(why)
    }
    const watchHiding = (): void => {
      clearTimeout(hiding)
      if (document.hidden) hiding = setTimeout(stop, hiddenMs, 'hidden')
    }
    source.addEventListener('open', () => {
      failures = 0
      since = null
      show({ state: 'live' })
    })
    source.addEventListener('error', () => {
      failures++
      since ??= Date.now()
      if (source.readyState === EventSource.CLOSED || failures >= failuresBeforePolling) return stop('refused')
      show({ state: 'offline', since })
    })
    for (const type of liveEventNames)
      source.addEventListener(type, ({ data, lastEventId: id }: MessageEvent<string>) =>
        publish({ type, data: JSON.parse(data), id }),
      )
    document.addEventListener('visibilitychange', watchHiding)
    watchHiding()
    signal.addEventListener('abort', () => stop('ended'), { once: true })
  })
}

/** Used when a proxy blocks event streams: refetch regularly, then try the stream again. */
async function poll({ publish, show, signal }: StreamContext): Promise<void> {
  show({ state: 'polling' })
  for (let turn = 0; turn < 8 && !signal.aborted; turn++) {
    await pause(pollMs, signal)
    if (!document.hidden) publish({ type: 'resync', data: null, id: null })
  }
}

function visibleAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

function receiveAndTrack(event: ReceivedEvent): void {
  if (event.id !== null) setLastEventId(event.id)
  receive(event)
}

const pendingEvents = new Set<LiveEventName>()
let refetch: ReturnType<typeof setTimeout> | undefined

/** Events in quick succession cause one refetch. */
function receive(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
  pendingEvents.add(event.type)
  refetch ??= setTimeout(() => {
    refetch = undefined
    const names = [...pendingEvents]
    pendingEvents.clear()
    void invalidate(...names)
  }, refetchMs)
}
