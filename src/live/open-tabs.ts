// The open dashboards of one organization in one process, with the events of the last minutes for reconnects.
import type { LiveEventName } from './event-names.ts'

export interface Tab {
  /** False if the tab is too slow to receive more. */
  write(text: Buffer): boolean
  end(): void
}

export interface Event {
  readonly name: LiveEventName | 'open'
  readonly data: unknown
}

interface SentEvent extends Event {
  /** Only the last event of each key matters. */
  readonly key: string
  readonly at: number
}

export const resumableMs = 300_000
// Two processes receive the same change at most this far apart.
const slackMs = 5000
const maxMonitors = 200

export interface LiveMonitorData {
  readonly id: string
  /** Null if it was deleted. */
  readonly state: string | null
  readonly last_check_at: string | null
}

export class OpenTabs {
  readonly #sent = new Map<string, SentEvent>()
  readonly #tabs = new Set<Tab>()
  readonly #hubId: string
  readonly #since: number
  #last: number
  #emptySince: number | null

  constructor(hubId: string, now: number) {
    this.#hubId = hubId
    this.#since = now
    this.#last = now
    this.#emptySince = now
  }

  get size(): number {
    return this.#tabs.size
  }

  /** Whether no tab can resume any more. */
  isOver(now: number): boolean {
    return this.#emptySince !== null && now - this.#emptySince > resumableMs
  }

  /** The id from which a page that subscribes later continues; later events are stored for it. */
  begin(now: number): string {
    if (this.#emptySince !== null) this.#emptySince = now
    return this.#nextId(now)
  }

  join(tab: Tab, lastEventId: string | null, now: number): void {
    this.#tabs.add(tab)
    this.#emptySince = null
    const id = this.#nextId(now)
    const missed = lastEventId === null ? [] : (this.#missedSince(lastEventId, now) ?? [{ name: 'resync', data: {} }])
    const events: Event[] = [{ name: 'open', data: {} }, ...missed]
    const text = events.map((event) => serialize(event, id)).join('')
    this.#write(tab, Buffer.from(text))
  }

  leave(tab: Tab, now: number): void {
    if (this.#tabs.delete(tab) && this.#tabs.size === 0) this.#emptySince = now
  }

  /** Sends an event. A repeated event is sent again but stored once. */
  publish(event: Event, now: number): void {
    const id = this.#nextId(now)
    this.#store({ ...event, key: `${event.name} ${JSON.stringify(event.data)}`, at: this.#last })
    this.#broadcast(serialize(event, id))
  }

  publishMonitors(changed: readonly LiveMonitorData[], checked: readonly LiveMonitorData[], now: number): void {
    const id = this.#nextId(now)
    for (const data of [...checked, ...changed])
      this.#store({ name: 'monitor', data, key: `monitor ${data.id}`, at: this.#last })
    this.#broadcast(serialize(monitorsEvent(changed, checked), id))
  }

  /** Tells tabs to reload everything. */
  resync(now: number): void {
    this.#sent.clear()
    this.publish({ name: 'resync', data: {} }, now)
  }

  /** A keep-alive with an id, from which a quiet tab can resume. */
  beat(now: number): void {
    this.#broadcast(`:\nid: ${this.#nextId(now)}\n\n`)
    for (const [key, { at }] of this.#sent) if (at < now - resumableMs) this.#sent.delete(key)
  }

  end(): void {
    for (const tab of this.#tabs) tab.end()
  }

  #missedSince(lastEventId: string, now: number): Event[] | null {
    const [, time, hubId] = /^(\d{1,15})-([\w-]{1,40})$/.exec(lastEventId) ?? []
    const from = hubId === this.#hubId ? Number(time) : Number(time) - slackMs
    // The comparison is false for NaN.
    if (!(from >= Math.max(this.#since, now - resumableMs) && from <= this.#last)) return null
    const missed = [...this.#sent.values()].filter(({ at }) => at > from)
    const monitors = missed.filter(({ name }) => name === 'monitor').map(({ data }) => data as LiveMonitorData)
    const others = missed.filter(({ name }) => name !== 'monitor')
    return monitors.length > 0 ? [...others, monitorsEvent(monitors, [])] : others
  }

  #nextId(now: number): string {
    this.#last = Math.max(this.#last + 1, now)
    return `${this.#last}-${this.#hubId}`
  }

  #store(event: SentEvent): void {
    this.#sent.delete(event.key)
    this.#sent.set(event.key, event)
  }

  #broadcast(text: string): void {
    const bytes = Buffer.from(text)
    for (const tab of this.#tabs) this.#write(tab, bytes)
  }

  #write(tab: Tab, bytes: Buffer): void {
    if (tab.write(bytes)) return
    this.#tabs.delete(tab)
    tab.end()
  }
}

/** Changed monitors first; unchanged ones only fill up the message. */
function monitorsEvent(changed: readonly LiveMonitorData[], checked: readonly LiveMonitorData[]): Event {
  if (changed.length > maxMonitors) return { name: 'monitors.many', data: {} }
  return { name: 'monitor', data: { monitors: [...changed, ...checked].slice(0, maxMonitors) } }
}

const serialize = ({ name, data }: Event, id: string): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
