import { expect, it } from 'vitest'
import { OpenTabs, type LiveMonitorData, resumableMs } from './open-tabs.ts'

const start = Date.parse('2026-03-01T12:00:00Z')

interface ReceivedEvents {
  readonly events: [name: string, data: any][]
  lastId: string
  ended: boolean
}

function tabOf(takes = Infinity) {
  const seen: ReceivedEvents = { events: [], lastId: '', ended: false }
  let left = takes
  const tab = {
    write(bytes: Buffer) {
      for (const block of bytes.toString().split('\n\n')) {
        const [, name] = /^event: (.+)$/m.exec(block) ?? []
        if (name !== undefined) seen.events.push([name, JSON.parse(/^data: (.+)$/m.exec(block)![1]!)])
        seen.lastId = /^id: (.+)$/m.exec(block)?.[1] ?? seen.lastId
      }
      return (left -= 1) > 0
    },
    end: () => {
      seen.ended = true
    },
  }
  return { tab, seen }
}

const monitors = (count: number, state = 'down'): LiveMonitorData[] =>
  Array.from({ length: count }, (_, n) => ({ id: `m${n}`, state, last_check_at: null }))
const names = ({ events }: ReceivedEvents): string[] => events.map(([name]) => name)

function resumed(tabs: OpenTabs, lastEventId: string, now: number) {
  const { tab, seen } = tabOf()
  tabs.join(tab, lastEventId, now)
  return seen
}

it('sends up to 200 monitors in one message, changed ones first', () => {
  const tabs = new OpenTabs('one', start)
  const { tab, seen } = tabOf()
  tabs.join(tab, null, start)
  tabs.publishMonitors(monitors(150), monitors(100, 'up'), start)
  tabs.publishMonitors(monitors(201), [], start)
  expect(names(seen)).toEqual(['open', 'monitor', 'monitors.many'])
  const sent = seen.events[1]![1].monitors
  expect(sent).toHaveLength(200)
  expect(sent.filter(({ state }: LiveMonitorData) => state === 'down')).toHaveLength(150)
})

it('continues where a page began before its tab joined, as long as it can resume', () => {
  const tabs = new OpenTabs('one', start)
  const began = tabs.begin(start)
  tabs.publish({ name: 'incident', data: { number: 1, status: 'firing' } }, start)
  expect(names(resumed(tabs, began, start + 1000))).toEqual(['open', 'incident'])
  const unwatched = new OpenTabs('one', start)
  unwatched.begin(start + 1000)
  expect([unwatched.isOver(start + 1000 + resumableMs), unwatched.isOver(start + 1001 + resumableMs)]).toEqual([
    false,
    true,
  ])
})

it('resumes after the last event, with the latest event of each key', () => {
  const tabs = new OpenTabs('one', start)
  const { tab, seen } = tabOf()
  tabs.join(tab, null, start)
  tabs.publish({ name: 'incident', data: { number: 1, status: 'firing' } }, start)
  const { lastId } = seen
  tabs.publishMonitors(monitors(1, 'down'), [], start + 1000)
  tabs.publishMonitors(monitors(1, 'up'), [], start + 2000)
  tabs.publish({ name: 'activity', data: {} }, start + 2000)
  tabs.publish({ name: 'activity', data: {} }, start + 3000)
  expect(resumed(tabs, lastId, start + 4000).events.slice(1)).toEqual([
    ['activity', {}],
    ['monitor', { monitors: monitors(1, 'up') }],
  ])
})

it('resumes for five minutes, then sends a resync', () => {
  const tabs = new OpenTabs('one', start)
  const { tab, seen } = tabOf()
  tabs.join(tab, null, start)
  const { lastId } = seen
  expect(names(resumed(tabs, lastId, start + resumableMs))).toEqual(['open'])
  expect(names(resumed(tabs, lastId, start + resumableMs + 2))).toEqual(['open', 'resync'])
})

it('resumes a quiet tab from its last keep-alive', () => {
  const tabs = new OpenTabs('one', start)
  const { tab, seen } = tabOf()
  tabs.join(tab, null, start)
  tabs.beat(start + resumableMs)
  expect(names(resumed(tabs, seen.lastId, start + 2 * resumableMs))).toEqual(['open'])
})

it('resumes a stream of another process, with some events repeated', () => {
  const [one, other] = [new OpenTabs('one', start), new OpenTabs('other', start)]
  const { tab, seen } = tabOf()
  one.join(tab, null, start + 10_000)
  other.publish({ name: 'incident', data: { number: 1, status: 'firing' } }, start + 7000)
  other.publish({ name: 'incident', data: { number: 2, status: 'firing' } }, start + 1000)
  expect(names(resumed(other, seen.lastId, start + 11_000))).toEqual(['open', 'incident', 'incident'])
})

it.each(['', 'nonsense', '12', '99999999999999-one', `${start - 1}-one`])('sends a resync after %j', (id) => {
  expect(names(resumed(new OpenTabs('one', start), id, start))).toEqual(['open', 'resync'])
})

it('disconnects a tab that is too slow, and keeps the others', () => {
  const tabs = new OpenTabs('one', start)
  const [slow, quick] = [tabOf(2), tabOf()]
  tabs.join(slow.tab, null, start)
  tabs.join(quick.tab, null, start)
  for (let n = 0; n < 3; n++) tabs.publish({ name: 'summary', data: {} }, start)
  expect([slow.seen.ended, names(slow.seen)]).toEqual([true, ['open', 'summary']])
  expect([quick.seen.ended, names(quick.seen).length]).toEqual([false, 4])
  expect(tabs.size).toBe(1)
})

it('is kept while tabs can resume', () => {
  const tabs = new OpenTabs('one', start)
  const { tab } = tabOf()
  tabs.join(tab, null, start)
  expect(tabs.isOver(start + 2 * resumableMs)).toBe(false)
  tabs.leave(tab, start)
  expect([tabs.isOver(start + resumableMs), tabs.isOver(start + resumableMs + 1)]).toEqual([false, true])
})
