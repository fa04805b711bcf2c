import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts'
import { newDatabase, storeOn } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { watchedMonitor } from '../../test/kit/resources/turns.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { type DatabaseConnection, type Store, openStore } from '../store/database/database.ts'
import { sql } from '../store/database/sql.ts'
import { addActivity } from '../store/accounts/activity.ts'
import { deleteMonitors } from '../store/monitors/monitors.ts'
import { pauseMonitors, showStates } from '../store/monitors/monitor-states.ts'
import { EventHub } from './event-hub.ts'

const clock = fakeClock()
let database: DatabaseConnection
let store: Store
let monitor: Awaited<ReturnType<typeof watchedMonitor>>

beforeAll(async () => {
  database = await newDatabase()
  store = openStore(database, { log: quiet, connections: 4 })
  monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
})
afterAll(() => store.close())

/** A process with the same database; its tabs see `[name, data]`. */
function replica(its: FakeClock = clock) {
  const hub = new EventHub({ store: storeOn(database), clock: its, log: quiet })
  onTestFinished(() => hub.stop())
  return {
    open(organizationId = monitor.organizationId) {
      const events: [name: string, data: any][] = []
      hub.join(
        {
          write: (bytes) => {
            for (const [, name, data] of bytes.toString().matchAll(/^event: (.+)\ndata: (.+)$/gm))
              events.push([name!, JSON.parse(data!)])
            return true
          },
          end: () => events.push(['end', {}]),
        },
        { organizationId, lastEventId: null, userId: 'ada', recheckAccess: () => events.push(['recheck access', {}]) },
      )
      return events
    },
  }
}

/** The first event after subscribing is a resync. */
async function listening(events: [string, any][]) {
  await waitUntil(() => events.some(([name]) => name === 'resync'))
  events.length = 0
  return events
}

const activity = (organizationId: string) =>
  addActivity(store, {
    organizationId,
    actor: null,
    events: [{ entityType: 'monitor', entityId: null, entityName: null, action: 'monitor.created', changes: {} }],
    now: clock.now(),
  })

it('sends events to all dashboards of an organization, in every process, and to no others', async () => {
  const [one, other] = [replica(), replica()]
  const tabs = [one.open(), one.open(), other.open()]
  const stranger = await listening(one.open('00000000-0000-7000-8000-000000000001'))
  for (const tab of tabs) await listening(tab)
  await activity(monitor.organizationId)
  await waitUntil(() => tabs.every((tab) => tab.length > 0))
  expect(tabs).toEqual([[['activity', {}]], [['activity', {}]], [['activity', {}]]])
  expect(stranger).toEqual([])
})

it('sends monitors once a second, followed by a summary event', async () => {
  const tab = await listening(replica().open())
  const { monitorNumber, organizationId, id } = monitor
  await showStates(store, [{ monitorNumber, state: 'down', unsettled: true }])
  store.publish({ checked: [monitorNumber] })
  await activity(organizationId)
  await waitUntil(() => tab.length > 0)
  clock.advance(1000)
  await waitUntil(() => tab.length >= 3)
  expect(tab.slice(1)).toEqual([
    ['monitor', { monitors: [{ id, state: 'down', last_check_at: expect.any(String) }] }],
    ['summary', {}],
  ])
})

it('sends paused and deleted monitors', async () => {
  const tab = await listening(replica().open())
  const gone = await watchedMonitor(store, { locations: 1, now: clock.now() })
  await pauseMonitors(store, monitor.organizationId, [monitor.id], clock.now())
  await deleteMonitors(store, gone.organizationId, [gone.id])
  await waitUntil(() => tab.length > 0)
  clock.advance(1000)
  await waitUntil(() => tab.length >= 3)
  expect(tab).toEqual([
    ['monitor', { monitors: [{ id: gone.id, state: null, last_check_at: null }] }],
    ['monitor', { monitors: [{ id: monitor.id, state: 'paused', last_check_at: null }] }],
    ['summary', {}],
  ])
})

it('sends nothing that was not committed', async () => {
  const tab = await listening(replica().open())
  const rolledBack = store.transaction(async (tx) => {
    tx.publish({ events: [{ organizationId: monitor.organizationId, name: 'try', data: { id: 'never' } }] })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await store.transaction(async (tx) => {
    tx.publish({ events: [{ organizationId: monitor.organizationId, name: 'try', data: { id: 'kept' } }] })
  })
  await waitUntil(() => tab.length > 0)
  expect(tab).toEqual([['try', { id: 'kept' }]])
})

it('sends a resync after a lost connection, and receives changes again', async () => {
  const its = fakeClock()
  const tab = await listening(replica(its).open())
  await store.run(sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and query = 'listen lapwing_news'`)
  await waitUntil(() => {
    its.advance(1000)
    return tab.some(([name]) => name === 'resync')
  })
  await activity(monitor.organizationId)
  await expect.poll(() => tab.map(([name]) => name)).toContain('activity')
})

it('sends a resync if too much has changed', async () => {
  const tab = await listening(replica().open())
  store.publish({
    changed: Array.from({ length: 1000 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`),
  })
  await waitUntil(() => tab.length > 0)
  expect(tab).toEqual([['resync', {}]])
})

it('ends its streams when it stops', async () => {
  const hub = new EventHub({ store, clock, log: quiet })
  let ended = false
  hub.join(
    { write: () => true, end: () => (ended = true) },
    { organizationId: monitor.organizationId, lastEventId: null, userId: 'ada', recheckAccess: () => undefined },
  )
  await hub.stop()
  expect(ended).toBe(true)
})
