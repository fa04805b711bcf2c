// Everybody in one process who looks at one organization, and what they were told in the last minutes.
import type { LiveEventName } from './event-names.ts'

export interface Tab {
  /** False when it is too slow to take more. */
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
// Two processes hear of the same thing at times that differ by this much at most.
const slackMs = 5000
const maxMonitors = 200

export interface LiveMonitorData {
  readonly id: string
  /** Null for one that is gone. */
  readonly state: string | null
  readonly last_check_at: string | null
}

export class EventAudience {
  readonly #told = new Map<string, SentEvent>()
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

  /** Whether somebody may still come back to it. */
  isOver(now: number): boolean {
    return this.#emptySince !== null && now - this.#emptySince > resumableMs
  }

  /** Where a page begins whose tab joins later: what is told from now on is kept for it. */
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
    const text = events.map((event) => worded(event, id)).join('')
    this.#write(tab, Buffer.from(text))
  }

  leave(tab: Tab, now: number): void {
    if (this.#tabs.delete(tab) && this.#tabs.size === 0) this.#emptySince = now
  }

  /** What has happened once more is told again, and kept once. */
  tell(event: Event, now: number): void {
    const id = this.#nextId(now)
    this.#keep({ ...event, key: `${event.name} ${JSON.stringify(event.data)}`, at: this.#last })
    this.#broadcast(worded(event, id))
  }

  publishMonitors(changed: readonly LiveMonitorData[], checked: readonly LiveMonitorData[], now: number): void {
    const id = this.#nextId(now)
    for (const data of [...checked, ...changed])
      this.#keep({ name: 'monitor', data, key: `monitor ${data.id}`, at: this.#last })
    this.#broadcast(worded(monitorsEvent(changed, checked), id))
  }

  /** Nothing that was told before counts any more. */
  resync(now: number): void {
    this.#told.clear()
    this.tell({ name: 'resync', data: {} }, now)
  }

  /** A sign of life, from which a quiet tab can resume. */
  beat(now: number): void {
    this.#broadcast(`:\nid: ${this.#nextId(now)}\n\n`)
    for (const [key, { at }] of this.#told) if (at < now - resumableMs) this.#told.delete(key)
  }

  end(): void {
    for (const tab of this.#tabs) tab.end()
  }

  #missedSince(lastEventId: string, now: number): Event[] | null {
    const [, time, hubId] = /^(\d{1,15})-([\w-]{1,40})$/.exec(lastEventId) ?? []
    const from = hubId === this.#hubId ? Number(time) : Number(time) - slackMs
    // NaN, which is no time at all, is neither.
    if (!(from >= Math.max(this.#since, now - resumableMs) && from <= this.#last)) return null
    const missed = [...this.#told.values()].filter(({ at }) => at > from)
    const monitors = missed.filter(({ name }) => name === 'monitor').map(({ data }) => data as LiveMonitorData)
    const others = missed.filter(({ name }) => name !== 'monitor')
    return monitors.length > 0 ? [...others, monitorsEvent(monitors, [])] : others
  }

  #nextId(now: number): string {
    this.#last = Math.max(this.#last + 1, now)
    return `${this.#last}-${this.#hubId}`
  }

  #keep(told: SentEvent): void {
    this.#told.delete(told.key)
    this.#told.set(told.key, told)
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

/** That a monitor was checked and is as it was is told where there is room for it. */
function monitorsEvent(changed: readonly LiveMonitorData[], checked: readonly LiveMonitorData[]): Event {
  if (changed.length > maxMonitors) return { name: 'monitors.many', data: {} }
  return { name: 'monitor', data: { monitors: [...changed, ...checked].slice(0, maxMonitors) } }
}

const worded = ({ name, data }: Event, id: string): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
