// Publishes changes to all processes in batches.
import { systemClock as clock } from '../../domain/clock.ts'
import type { ChangeNotice, OrganizationEvent } from '../../domain/change-notice.ts'

type SharedNotice = Omit<ChangeNotice, 'work'>

/** The message on the wire. `lost` means that some changes were dropped. */
export interface ChangeMessage extends Required<SharedNotice> {
  readonly lost: boolean
}

export const changesChannel = 'lapwing_news'

const gatherMs = 100
// PostgreSQL rejects payloads of 8,000 bytes and more.
const maxBytes = 7900
const maxChecked = 500
const maxOthers = 50
// An event takes at least 79 bytes, so a message with more of them would be too long.
const maxEvents = 100

export interface ChangePublisher {
  add(change: SharedNotice): void
  /** Publishes what is pending. */
  stop(): Promise<void>
}

/** `send` notifies all processes, or fails. */
export function createChangePublisher(send: (text: string) => Promise<unknown>): ChangePublisher {
  let gathered = nothing()
  let lost = false
  let cancelFlush: (() => void) | undefined

  const flush = async (): Promise<void> => {
    cancelFlush = undefined
    const message = { ...worded(gathered), lost }
    gathered = nothing()
    lost = false
    const text = JSON.stringify(message)
    // Receivers of `lost` reload everything.
    await send(text.length <= maxBytes ? text : JSON.stringify({ ...worded(nothing()), lost: true })).catch(() => {
      lost = true
    })
  }
  return {
    add(change) {
      gather(gathered, change)
      cancelFlush ??= clock.after(gatherMs, () => void flush())
    },
    async stop() {
      if (!cancelFlush) return
      cancelFlush()
      await flush()
    },
  }
}

interface PendingChanges {
  readonly checked: Set<number>
  readonly changed: Set<number | string>
  readonly deleted: Map<string, ChangeMessage['deleted'][number]>
  readonly incidents: Set<number>
  readonly pages: Set<string>
  readonly people: Set<string>
  readonly events: Map<string, OrganizationEvent>
}

const nothing = (): PendingChanges => ({
  checked: new Set(),
  changed: new Set(),
  deleted: new Map(),
  incidents: new Set(),
  pages: new Set(),
  people: new Set(),
  events: new Map(),
})

function gather(
  gathered: PendingChanges,
  { checked = [], changed = [], deleted = [], incidents = [], pages = [], people = [], events = [] }: SharedNotice,
): void {
  for (const number of checked) gathered.checked.add(number)
  for (const monitor of changed) gathered.changed.add(monitor)
  for (const gone of deleted) gathered.deleted.set(gone.monitorId, gone)
  for (const number of incidents) gathered.incidents.add(number)
  for (const id of pages) gathered.pages.add(id)
  for (const id of people) gathered.people.add(id)
  for (const event of events) if (gathered.events.size <= maxEvents) gathered.events.set(JSON.stringify(event), event)
}

function worded({
  checked,
  changed,
  deleted,
  incidents,
  pages,
  people,
  events,
}: PendingChanges): Required<SharedNotice> {
  const others = changed.size + deleted.size + incidents.size + pages.size + people.size + events.size
  return {
    // Drop check times first: the next check publishes them again.
    checked: [...checked].slice(0, others > maxOthers ? 0 : maxChecked),
    changed: [...changed],
    deleted: [...deleted.values()],
    incidents: [...incidents],
    pages: [...pages],
    people: [...people],
    events: [...events.values()],
  }
}
