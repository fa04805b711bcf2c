import { expect, it } from 'vitest'
import { EventAudience, type LiveMonitorData, resumableMs } from './audience.ts'

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

function resumed(audience: EventAudience, lastEventId: string, now: number) {
  const { tab, seen } = tabOf()
  audience.join(tab, lastEventId, now)
  return seen
}

it('sends up to 200 monitors in one message, changed ones first', () => {
  const audience = new EventAudience('one', start)
  const { tab, seen } = tabOf()
  audience.join(tab, null, start)
  audience.publishMonitors(monitors(150), monitors(100, 'up'), start)
  audience.publishMonitors(monitors(201), [], start)
  expect(names(seen)).toEqual(['open', 'monitor', 'monitors.many'])
  const sent = seen.events[1]![1].monitors
  expect(sent).toHaveLength(200)
  expect(sent.filter(({ state }: LiveMonitorData) => state === 'down')).toHaveLength(150)
})

it('continues where a page began before its tab joined, as long as it can resume', () => {
  const audience = new EventAudience('one', start)
  const began = audience.begin(start)
  audience.publish({ name: 'incident', data: { number: 1, status: 'firing' } }, start)
  expect(names(resumed(audience, began, start + 1000))).toEqual(['open', 'incident'])
  const unwatched = new EventAudience('one', start)
  unwatched.begin(start + 1000)
  expect([unwatched.isOver(start + 1000 + resumableMs), unwatched.isOver(start + 1001 + resumableMs)]).toEqual([
    false,
    true,
  ])
})

it('resumes after the last event, with the latest event of each key', () => {
  const audience = new EventAudience('one', start)
  const { tab, seen } = tabOf()
  audience.join(tab, null, start)
  audience.publish({ name: 'incident', data: { number: 1, status: 'firing' } }, start)
  const { lastId } = seen
  audience.publishMonitors(monitors(1, 'down'), [], start + 1000)
  audience.publishMonitors(monitors(1, 'up'), [], start + 2000)
  audience.publish({ name: 'activity', data: {} }, start + 2000)
  audience.publish({ name: 'activity', data: {} }, start + 3000)
  expect(resumed(audience, lastId, start + 4000).events.slice(1)).toEqual([
    ['activity', {}],
    ['monitor', { monitors: monitors(1, 'up') }],
  ])
})

it('resumes for five minutes, then sends a resync', () => {
  const audience = new EventAudience('one', start)
  const { tab, seen } = tabOf()
  audience.join(tab, null, start)
  const { lastId } = seen
  expect(names(resumed(audience, lastId, start + resumableMs))).toEqual(['open'])
  expect(names(resumed(audience, lastId, start + resumableMs + 2))).toEqual(['open', 'resync'])
})

it('resumes a quiet tab from its last keep-alive', () => {
  const audience = new EventAudience('one', start)
  const { tab, seen } = tabOf()
  audience.join(tab, null, start)
  audience.beat(start + resumableMs)
  expect(names(resumed(audience, seen.lastId, start + 2 * resumableMs))).toEqual(['open'])
})

it('resumes a stream of another process, with some events repeated', () => {
  const [one, other] = [new EventAudience('one', start), new EventAudience('other', start)]
  const { tab, seen } = tabOf()
  one.join(tab, null, start + 10_000)
  other.publish({ name: 'incident', data: { number: 1, status: 'firing' } }, start + 7000)
  other.publish({ name: 'incident', data: { number: 2, status: 'firing' } }, start + 1000)
  expect(names(resumed(other, seen.lastId, start + 11_000))).toEqual(['open', 'incident', 'incident'])
})

it.each(['', 'nonsense', '12', '99999999999999-one', `${start - 1}-one`])('sends a resync after %j', (id) => {
  expect(names(resumed(new EventAudience('one', start), id, start))).toEqual(['open', 'resync'])
})

it('disconnects a tab that is too slow, and keeps the others', () => {
  const audience = new EventAudience('one', start)
  const [slow, quick] = [tabOf(2), tabOf()]
  audience.join(slow.tab, null, start)
  audience.join(quick.tab, null, start)
  for (let n = 0; n < 3; n++) audience.publish({ name: 'summary', data: {} }, start)
  expect([slow.seen.ended, names(slow.seen)]).toEqual([true, ['open', 'summary']])
  expect([quick.seen.ended, names(quick.seen).length]).toEqual([false, 4])
  expect(audience.size).toBe(1)
})

it('is kept while tabs can resume', () => {
  const audience = new EventAudience('one', start)
  const { tab } = tabOf()
  audience.join(tab, null, start)
  expect(audience.isOver(start + 2 * resumableMs)).toBe(false)
  audience.leave(tab, start)
  expect([audience.isOver(start + resumableMs), audience.isOver(start + resumableMs + 1)]).toEqual([false, true])
})
