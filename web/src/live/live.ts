// Live updates: one connection per browser, told on to its other tabs, and questions in turn where none can be held.
import { invalidate } from '../api.ts'
import { createStore } from '../store.ts'
import { setLastEventId, lastEventId } from './last-event-id.ts'
import { type LiveEvent, pathsToldBy } from './told-by.ts'

export type Connection =
  | { readonly state: 'connecting' | 'live' | 'polling' }
  | { readonly state: 'offline'; readonly since: number }

export const connection = createStore<Connection>({ state: 'connecting' })

/** What tabs tell each other: what the server told, how the connection is, or that a new one asks. */
type TabMessage = ReceivedEvent | { readonly connection: Connection } | { readonly isNew: true }

/** With its id, after which whoever leads next goes on; null for what was not heard from the server. */
interface ReceivedEvent extends LiveEvent {
  readonly id: string | null
}

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()

/** For screens that show a change before they have asked again. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const address = '/app/dashboard/events'
const eventNames = ['monitor', 'monitors.many', 'incident', 'delivery', 'activity', 'summary', 'try', 'resync'] as const
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
  const tell = (event: ReceivedEvent): void => {
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
    await keepConnected({ tell, show, signal })
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

/** A tab that was hidden for long lets another one lead, and catches up on return. */
async function leadInTurns({ work, signal }: LeaderTurn): Promise<void> {
  while (!signal.aborted) {
    await lead({ work, signal })
    await visibleAgain(signal)
    if (!signal.aborted) receive({ type: 'resync', data: null })
  }
}

/** The tab that holds the lock holds the connection; where there are no locks, each tab has its own. */
function lead({ work, signal }: LeaderTurn): Promise<void> {
  if (!('locks' in navigator)) return work()
  // Whoever leaves while waiting for the lock never gets it.
  return navigator.locks.request('lapwing.live', { signal }, work).catch(() => undefined)
}

interface StreamContext {
  readonly tell: (event: ReceivedEvent) => void
  readonly show: (state: Connection) => void
  readonly signal: AbortSignal
}

/** Holds the connection until the signal, or until the page has been hidden for long. */
async function keepConnected(held: StreamContext): Promise<void> {
  while (!held.signal.aborted) {
    const why = await connectOnce(held)
    if (why === 'hidden') return
    if (why === 'refused') await poll(held)
  }
}

type EndReason = 'hidden' | 'refused' | 'ended'

function connectOnce({ tell, show, signal }: StreamContext): Promise<EndReason> {
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
    for (const type of eventNames)
      source.addEventListener(type, ({ data, lastEventId: id }: MessageEvent<string>) =>
        tell({ type, data: JSON.parse(data), id }),
      )
    document.addEventListener('visibilitychange', watchHiding)
    watchHiding()
    signal.addEventListener('abort', () => stop('ended'), { once: true })
  })
}

/** A proxy that swallows event streams: ask in turn, and try the stream again now and then. */
async function poll({ tell, show, signal }: StreamContext): Promise<void> {
  show({ state: 'polling' })
  for (let turn = 0; turn < 8 && !signal.aborted; turn++) {
    await pause(pollMs, signal)
    if (!document.hidden) tell({ type: 'resync', data: null, id: null })
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

const stalePaths = new Set<string>()
let refetch: ReturnType<typeof setTimeout> | undefined

/** Many events in a row make one round of questions. */
function receive(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
  for (const path of pathsToldBy(event)) stalePaths.add(path)
  refetch ??= setTimeout(() => {
    refetch = undefined
    const paths = [...stalePaths]
    stalePaths.clear()
    void invalidate(...paths)
  }, refetchMs)
}
