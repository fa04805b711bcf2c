import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../../test/kit/resources/alerts.ts'
import type { Alert } from './alert.ts'
import { type WaitingDelivery, condense, nextTry } from './owed.ts'

const owedSince = new Date('2026-03-01T12:00:00Z')
const later = (ms: number): Date => new Date(owedSince.getTime() + ms)

describe('a failed delivery', () => {
  it('is retried after 15 s, 1, 2, 5, 10, 15 min and then every 15 min for a day', () => {
    const tries: number[] = []
    let now = owedSince
    for (;;) {
      const next = nextTry({ owedSince, now, retryAfterMs: null })
      if (!next) break
      tries.push((next.getTime() - owedSince.getTime()) / 60_000)
      now = next
    }
    expect(tries.slice(0, 8)).toEqual([0.25, 1, 2, 5, 10, 15, 30, 45])
    expect([tries.length, tries.at(-1)]).toEqual([101, 1440])
  })

  it('waits as long as the receiver requests, and at most a day', () => {
    expect(nextTry({ owedSince, now: later(1000), retryAfterMs: 40_000 })).toEqual(later(41_000))
    expect(nextTry({ owedSince, now: later(1000), retryAfterMs: 5000 })).toEqual(later(15_000))
    expect(nextTry({ owedSince, now: later(1000), retryAfterMs: 90_000_000 })).toBeNull()
  })
})

let made = 0
const waiting = (incidentId: number, alert: Alert, more: Partial<WaitingDelivery> = {}): WaitingDelivery => ({
  id: ++made,
  incidentId,
  alert: { ...alert, incident: { ...alert.incident, id: incidentId } },
  people: [],
  oncallPage: false,
  isTakenOn: false,
  ...more,
})
const reminder: Alert = { ...critical, reminder: true }

describe('waiting deliveries', () => {
  it.each<[string, Alert[], number[]]>([
    ['a beginning stays', [critical], []],
    ['a beginning stays, without its reminders', [critical, reminder, reminder], [1, 2]],
    ['the last of several reminders stays', [reminder, reminder], [0]],
    ['an end whose beginning was told stays, without reminders', [reminder, resolved], [0]],
  ])('%s', (_what, alerts, dropped) => {
    const all = alerts.map((alert) => waiting(1, alert))
    expect(condense(all, 'people')).toEqual({ dropped: dropped.map((index) => all[index]!.id), digests: [] })
  })

  it('are combined if their incidents ended, and stay if they are still open', () => {
    const [first, firing, second] = [
      [waiting(1, critical), waiting(1, resolved)],
      waiting(2, critical),
      [waiting(3, critical), waiting(3, reminder), waiting(3, resolved)],
    ]
    const { dropped, digests } = condense([...first, firing, ...second], 'people')
    expect(dropped).toEqual([...first, ...second].map(({ id }) => id))
    expect(digests.map(({ alert }) => alert.missed!.map(({ incident }) => incident.id))).toEqual([[1, 3]])
    const digest = waiting(3, digests[0]!.alert)
    expect(condense([digest], 'people')).toEqual({ dropped: [], digests: [] })
    const more = [waiting(4, critical), waiting(4, resolved)]
    const next = condense([digest, ...more], 'people')
    expect(next.dropped.toSorted()).toEqual([digest, ...more].map(({ id }) => id).toSorted())
    expect(next.digests[0]!.alert.missed!.map(({ incident }) => incident.id)).toEqual([1, 3, 4])
  })

  it('are combined separately for each person', () => {
    const ada = { people: [{ name: 'Ada', email: 'ada@example.com', phone: null }] }
    const all = [waiting(1, critical, ada), waiting(2, critical), waiting(1, resolved, ada), waiting(2, resolved)]
    expect(condense(all, 'people').digests.map(({ alert }) => alert.missed!.length)).toEqual([1, 1])
  })

  it('drop pages of acknowledged incidents', () => {
    const page = waiting(1, critical, { oncallPage: true, isTakenOn: true })
    expect(condense([page, waiting(2, critical, { isTakenOn: true })], 'people').dropped).toEqual([page.id])
  })
})

it('drop ended incidents for pagers', () => {
  const all = [waiting(1, critical), waiting(1, resolved)]
  expect(condense(all, 'pagers')).toEqual({ dropped: all.map(({ id }) => id), digests: [] })
})
