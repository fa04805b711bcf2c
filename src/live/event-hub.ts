// Live updates: forwards the changes that any process announces to the dashboards that are connected to this one.
import { randomUUID } from 'node:crypto'
import { type Clock, repeat } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { ChangeNotice } from '../domain/change-notice.ts'
import type { Store } from '../store/database/database.ts'
import { liveIncidents } from '../store/incidents/reads.ts'
import { type LiveMonitor, liveMonitors } from '../store/monitors/live.ts'
import { OpenTabs, type LiveMonitorData, type Tab } from './open-tabs.ts'

export interface StreamRequest {
  readonly organizationId: string
  readonly lastEventId: string | null
  readonly userId: string
  /** Called when the user's access may have changed. */
  recheckAccess(): void
}

interface HubServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

interface ReceivedChange extends ChangeNotice {
  readonly lost: boolean
}

/** Changes that are published with the next tick. */
interface UnpublishedChanges {
  readonly checkedAt: Map<number, Date>
  readonly changed: Set<number | string>
  /** Organizations whose statistics changed. */
  readonly summaries: Set<string>
}

const tickMs = 1000
const beatTicks = 15
// Some statistics change without an announcement, so dashboards read them again after this long.
const summaryTicks = 60

export class EventHub {
  readonly #services: HubServices
  readonly #hubId = randomUUID().slice(0, 8)
  readonly #tabs = new Map<string, OpenTabs>()
  readonly #requestsOfUser = new Map<string, Set<StreamRequest>>()
  readonly #stopping = new AbortController()
  readonly #listening: { stop(): Promise<void> }
  readonly #ticking: Promise<void>
  #pending = noChanges()
  #ticks = 0

  constructor(services: HubServices) {
    const { store, clock, log } = services
    this.#services = services
    this.#listening = store.listen({
      clock,
      log,
      hear: (change) => this.#receive(change),
      missed: () => this.#resyncAll(),
    })
    this.#ticking = repeat(() => this.#tick(), { clock, everyMs: tickMs, signal: this.#stopping.signal })
  }

  /** For a page that is read now and subscribes later: the id of the event after which it continues. */
  begin(organizationId: string): string {
    return this.#tabsOf(organizationId).begin(this.#now())
  }

  /** Returns the function that unsubscribes the tab. */
  join(tab: Tab, request: StreamRequest): () => void {
    const { organizationId, lastEventId, userId } = request
    const tabs = this.#tabsOf(organizationId)
    tabs.join(tab, lastEventId, this.#now())
    const requests = this.#requestsOfUser.get(userId) ?? new Set()
    this.#requestsOfUser.set(userId, requests.add(request))
    return () => {
      tabs.leave(tab, this.#now())
      requests.delete(request)
      if (requests.size === 0 && this.#requestsOfUser.get(userId) === requests) this.#requestsOfUser.delete(userId)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const tabs of this.#tabs.values()) tabs.end()
    await this.#listening.stop()
    await this.#ticking
  }

  #now(): number {
    return this.#services.clock.now().getTime()
  }

  #tabsOf(organizationId: string): OpenTabs {
    const tabs = this.#tabs.get(organizationId) ?? new OpenTabs(this.#hubId, this.#now())
    this.#tabs.set(organizationId, tabs)
    return tabs
  }

  #resyncAll(): void {
    for (const tabs of this.#tabs.values()) tabs.resync(this.#now())
  }

  async #orResync(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      this.#services.log.warn('live changes could not be read; dashboards reload everything', { error: String(error) })
      this.#resyncAll()
    })
  }

  #receive({ checked = [], changed = [], deleted = [], incidents = [], people = [], ...rest }: ReceivedChange): void {
    if (this.#tabs.size === 0) return
    if (rest.lost) return this.#resyncAll()
    for (const id of people) for (const request of this.#requestsOfUser.get(id) ?? []) request.recheckAccess()
    for (const number of checked) this.#pending.checkedAt.set(number, this.#services.clock.now())
    for (const monitor of changed) this.#pending.changed.add(monitor)
    for (const { organizationId, monitorId } of deleted) {
      const gone = { id: monitorId, state: null, last_check_at: null }
      this.#tabs.get(organizationId)?.publishMonitors([gone], [], this.#now())
      this.#pending.summaries.add(organizationId)
    }
    for (const { organizationId, name, data } of rest.events ?? [])
      this.#tabs.get(organizationId)?.publish({ name, data }, this.#now())
    if (incidents.length > 0) void this.#orResync(this.#publishIncidents(incidents))
  }

  async #publishIncidents(numbers: readonly number[]): Promise<void> {
    const organizations = [...this.#tabs.keys()]
    for (const { organizationId, ...data } of await liveIncidents(this.#services.store, { numbers, organizations })) {
      this.#tabs.get(organizationId)?.publish({ name: 'incident', data }, this.#now())
      this.#pending.summaries.add(organizationId)
    }
  }

  async #tick(): Promise<void> {
    this.#ticks += 1
    for (const [id, tabs] of this.#tabs) if (tabs.isOver(this.#now())) this.#tabs.delete(id)
    const pending = this.#pending
    this.#pending = noChanges()
    if (this.#ticks % summaryTicks === 0) for (const id of this.#tabs.keys()) pending.summaries.add(id)
    if (this.#tabs.size > 0) await this.#orResync(this.#publish(pending))
    if (this.#ticks % beatTicks === 0) for (const tabs of this.#tabs.values()) tabs.beat(this.#now())
  }

  async #publish({ checkedAt, changed, summaries }: UnpublishedChanges): Promise<void> {
    const numbers = [...new Set([...checkedAt.keys(), ...[...changed].filter((id) => typeof id === 'number')])]
    const ids = [...changed].filter((id) => typeof id === 'string')
    const organizations = [...this.#tabs.keys()]
    const monitors =
      numbers.length + ids.length > 0 ? await liveMonitors(this.#services.store, { numbers, ids, organizations }) : []
    for (const [organizationId, group] of Map.groupBy(monitors, (monitor) => monitor.organizationId)) {
      const [different, same] = [[], []] as [LiveMonitorData[], LiveMonitorData[]]
      for (const monitor of group) {
        const isChanged = changed.has(monitor.monitorNumber) || changed.has(monitor.id)
        const list = isChanged ? different : same
        list.push(showMonitor(monitor, checkedAt))
      }
      this.#tabs.get(organizationId)?.publishMonitors(different, same, this.#now())
      if (different.length > 0) summaries.add(organizationId)
    }
    for (const id of summaries) this.#tabs.get(id)?.publish({ name: 'summary', data: {} }, this.#now())
  }
}

const noChanges = (): UnpublishedChanges => ({ checkedAt: new Map(), changed: new Set(), summaries: new Set() })

const showMonitor = (
  { id, monitorNumber, state }: LiveMonitor,
  checkedAt: ReadonlyMap<number, Date>,
): LiveMonitorData => ({ id, state, last_check_at: checkedAt.get(monitorNumber)?.toISOString() ?? null })
