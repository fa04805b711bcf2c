// Live updates: what any process tells of an organization, to everybody who looks at it through this one.
import { randomUUID } from 'node:crypto'
import { type Clock, repeat } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { ChangeNotice } from '../domain/change-notice.ts'
import type { Store } from '../store/database/database.ts'
import { liveIncidents } from '../store/incidents/reads.ts'
import { type LiveMonitor, liveMonitors } from '../store/monitors/live.ts'
import { EventAudience, type LiveMonitorData, type Tab } from './audience.ts'

export interface EventHub {
  /** For a page that is answered now and listens later: the event after which it does. */
  begin(organizationId: string): string
  /** Answers what to call when the tab is gone. */
  join(tab: Tab, asked: StreamRequest): () => void
  stop(): Promise<void>
}

export interface StreamRequest {
  readonly organizationId: string
  readonly lastEventId: string | null
  readonly userId: string
  /** Called when whoever looks may no longer be allowed to. */
  askAgain(): void
}

export interface HubParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

const everyMs = 1000
const beatTicks = 15
// Who missed a word, because it was never said, looks again after this long.
const summaryTicks = 60

export function startEventHub({ store, clock, log }: HubParts): EventHub {
  const hubId = randomUUID().slice(0, 8)
  const audiences = new Map<string, EventAudience>()
  const tabsOf = new Map<string, Set<StreamRequest>>()
  const stopping = new AbortController()
  let heard = nothingHeard()
  let ticks = 0

  const nowMs = (): number => clock.now().getTime()
  const audienceOf = (organizationId: string): EventAudience => {
    const audience = audiences.get(organizationId) ?? new EventAudience(hubId, nowMs())
    audiences.set(organizationId, audience)
    return audience
  }
  const everybody = (act: (audience: EventAudience, now: number) => void): void => {
    for (const audience of audiences.values()) act(audience, nowMs())
  }
  const resyncAll = (): void => everybody((audience, now) => audience.resync(now))
  const orResync = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      log.warn('what has changed could not be looked up; whoever looks is asked to look again', {
        error: String(error),
      })
      resyncAll()
    })

  const hear = ({
    checked = [],
    changed = [],
    deleted = [],
    incidents = [],
    people = [],
    events = [],
    lost,
  }: ReceivedChange): void => {
    if (audiences.size === 0) return
    if (lost) return resyncAll()
    for (const id of people) for (const tab of tabsOf.get(id) ?? []) tab.askAgain()
    for (const number of checked) heard.checkedAt.set(number, clock.now())
    for (const monitor of changed) heard.changed.add(monitor)
    for (const { organizationId, monitorId } of deleted) {
      audiences.get(organizationId)?.publishMonitors([{ id: monitorId, state: null, last_check_at: null }], [], nowMs())
      heard.summaries.add(organizationId)
    }
    for (const { organizationId, name, data } of events) audiences.get(organizationId)?.tell({ name, data }, nowMs())
    if (incidents.length > 0) void orResync(tellIncidents(incidents))
  }

  const tellIncidents = async (numbers: readonly number[]): Promise<void> => {
    for (const { organizationId, ...data } of await liveIncidents(store, {
      numbers,
      organizations: [...audiences.keys()],
    })) {
      audiences.get(organizationId)?.tell({ name: 'incident', data }, nowMs())
      heard.summaries.add(organizationId)
    }
  }

  const publishMonitors = async ({ checkedAt, changed, summaries }: ReceivedBy): Promise<void> => {
    const numbers = [...new Set([...checkedAt.keys(), ...numbersIn(changed)])]
    const ids = [...changed].filter((monitor) => typeof monitor === 'string')
    if (numbers.length + ids.length > 0) {
      const found = await liveMonitors(store, { numbers, ids, organizations: [...audiences.keys()] })
      for (const [organizationId, monitors] of Map.groupBy(found, (monitor) => monitor.organizationId)) {
        const isChanged = ({ monitorNumber, id }: LiveMonitor): boolean => changed.has(monitorNumber) || changed.has(id)
        const different = monitors.filter(isChanged).map(shown(checkedAt))
        const same = monitors.filter((monitor) => !isChanged(monitor)).map(shown(checkedAt))
        audiences.get(organizationId)?.publishMonitors(different, same, nowMs())
        if (different.length > 0) summaries.add(organizationId)
      }
    }
    for (const id of summaries) audiences.get(id)?.tell({ name: 'summary', data: {} }, nowMs())
  }

  const tick = async (): Promise<void> => {
    ticks += 1
    for (const [id, audience] of audiences) if (audience.isOver(nowMs())) audiences.delete(id)
    const now = heard
    heard = nothingHeard()
    if (ticks % summaryTicks === 0) for (const id of audiences.keys()) now.summaries.add(id)
    if (audiences.size > 0) await orResync(publishMonitors(now))
    if (ticks % beatTicks === 0) everybody((audience, at) => audience.beat(at))
  }
  const listening = store.listen({ clock, log, hear, missed: resyncAll })
  const done = repeat(tick, { clock, everyMs, signal: stopping.signal })

  return {
    begin: (organizationId) => audienceOf(organizationId).begin(nowMs()),
    join(tab, joining) {
      const { organizationId, lastEventId, userId } = joining
      const audience = audienceOf(organizationId)
      audience.join(tab, lastEventId, nowMs())
      tabsOf.set(userId, (tabsOf.get(userId) ?? new Set()).add(joining))
      return () => {
        audience.leave(tab, nowMs())
        tabsOf.get(userId)?.delete(joining)
        if (tabsOf.get(userId)?.size === 0) tabsOf.delete(userId)
      }
    },
    async stop() {
      stopping.abort()
      everybody((audience) => audience.end())
      await listening.stop()
      await done
    },
  }
}

interface ReceivedChange extends ChangeNotice {
  readonly lost: boolean
}

interface ReceivedBy {
  readonly checkedAt: Map<number, Date>
  readonly changed: Set<number | string>
  /** Organizations whose figures are different now. */
  readonly summaries: Set<string>
}

const shown =
  (checkedAt: ReadonlyMap<number, Date>) =>
  ({ id, monitorNumber, state }: LiveMonitor): LiveMonitorData => ({
    id,
    state,
    last_check_at: checkedAt.get(monitorNumber)?.toISOString() ?? null,
  })

const nothingHeard = (): ReceivedBy => ({ checkedAt: new Map(), changed: new Set(), summaries: new Set() })
const numbersIn = (changed: ReadonlySet<number | string>): number[] =>
  [...changed].filter((monitor) => typeof monitor === 'number')
