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
  page: null,
  reached: [],
  isTried: true,
  isTakenOn: false,
  isAnnounced: false,
  isUncertain: false,
  ...more,
})
const reminder: Alert = { ...critical, reminder: true }

describe('waiting deliveries', () => {
  it.each<[string, Alert[], number[]]>([
    ['a beginning stays', [critical], []],
    ['a beginning stays, without its reminders', [critical, reminder, reminder], [1, 2]],
    ['the last of several reminders stays', [reminder, reminder], [0]],
  ])('%s', (_what, alerts, obsolete) => {
    const all = alerts.map((alert) => waiting(1, alert))
    const condensed = condense(all, 'people')
    expect(idsOf(condensed.obsolete)).toEqual(obsolete.map((index) => all[index]!.id))
    expect(condensed.digests).toEqual([])
  })

  it('lose all reminders of an outage that was taken on, for those who were notified of it', () => {
    const takenOn = (isAnnounced: boolean) =>
      [reminder, reminder].map((alert) => waiting(1, alert, { isTakenOn: true, isAnnounced }))
    const [notified, others] = [takenOn(true), takenOn(false)]
    expect(condense(notified, 'people').obsolete).toEqual(notified)
    expect(condense(others, 'people').obsolete).toEqual(others.slice(0, 1))
  })

  it('keep the end of what people were notified of, without its reminders', () => {
    const all = [reminder, resolved].map((alert) => waiting(1, alert, { isAnnounced: true }))
    expect(condense(all, 'people')).toEqual({ obsolete: all.slice(0, 1), digests: [] })
  })

  it('lose an update whose outage has ended', () => {
    const [update, end] = [
      waiting(1, { ...critical, isUpdate: true }, { isAnnounced: true }),
      waiting(1, resolved, { isAnnounced: true, isTried: false }),
    ]
    expect(condense([update, end], 'people')).toEqual({ obsolete: [update], digests: [] })
  })

  it('are combined if their outages ended, and stay if they are still open', () => {
    const [first, firing, second] = [
      [waiting(1, critical), waiting(1, resolved)],
      waiting(2, critical),
      [waiting(3, critical), waiting(3, reminder), waiting(3, resolved)],
    ]
    const { obsolete, digests } = condense([...first, firing, ...second], 'people')
    expect(idsOf(obsolete)).toEqual(idsOf([first[0]!, ...second.slice(0, -1)]))
    expect(digests.map(({ of, alert }) => [idsOf(of), missedIn(alert)])).toEqual([
      [idsOf([...first, ...second]), [1, 3]],
    ])
    const digest = waiting(3, digests[0]!.alert)
    expect(condense([digest], 'people')).toEqual({ obsolete: [], digests: [] })
    const more = [waiting(4, critical), waiting(4, resolved)]
    const next = condense([digest, ...more], 'people')
    expect(idsOf(next.digests[0]!.of)).toEqual(idsOf([digest, ...more]))
    expect(missedIn(next.digests[0]!.alert)).toEqual([1, 3, 4])
  })

  it('are combined separately for each person, and the digests of others stay', () => {
    const ada = { people: [{ name: 'Ada', email: 'ada@example.com', phone: null }] }
    const all = [waiting(1, critical, ada), waiting(2, critical), waiting(1, resolved, ada), waiting(2, resolved)]
    const digests = condense(all, 'people').digests.map(({ alert }) =>
      waiting(alert.incident.id, alert, alert.incident.id === 1 ? ada : {}),
    )
    expect(digests.map(({ alert }) => missedIn(alert))).toEqual([[1], [2]])
    const next = condense([...digests, waiting(3, critical), waiting(3, resolved)], 'people')
    expect(next.digests.map(({ alert }) => missedIn(alert))).toEqual([[2, 3]])
    expect(idsOf([...next.obsolete, ...next.digests.flatMap(({ of }) => of)])).not.toContain(digests[0]!.id)
  })

  it('belong together in whichever order their recipients are listed', () => {
    const [ada, ben] = ['ada', 'ben'].map((name) => ({ name, email: `${name}@example.com`, phone: null }))
    const all = [waiting(1, critical, { people: [ada!, ben!] }), waiting(1, resolved, { people: [ben!, ada!] })]
    expect(condense(all, 'people').digests.map(({ of }) => idsOf(of))).toEqual([idsOf(all)])
  })

  it('belong together although a page takes the place of some of them', () => {
    const [ada, ben] = ['ada', 'ben'].map((name) => ({ name, email: `${name}@example.com`, phone: null }))
    const all = [waiting(1, critical, { people: [ada!, ben!] }), waiting(1, resolved, { people: [ben!] })]
    const { obsolete, digests } = condense(all, 'people')
    expect(obsolete).toEqual([all[0]])
    expect(digests.map(({ of, people }) => [idsOf(of), people])).toEqual([[idsOf(all), [ada, ben]]])
  })

  it('leave pagers only the end of what they may have seen', () => {
    const [seen, unseen] = [
      [waiting(1, critical), waiting(1, resolved, { isTried: false })],
      [waiting(2, critical, { isTried: false }), waiting(2, resolved, { isTried: false })],
    ]
    const { obsolete, digests } = condense([...seen, ...unseen], 'pagers')
    expect(idsOf(obsolete)).toEqual(idsOf([seen[0]!, ...unseen]))
    expect(digests).toEqual([])
  })

  it('combine a page that is sent in place of an alert as the alert would be', () => {
    const page = { policyId: 'p', step: 0, round: 0, userId: 'ada' }
    const paged = { oncallPage: true, isTakenOn: true }
    const first = waiting(1, critical, { ...paged, page: { ...page, replacesAlert: true } })
    const second = waiting(1, critical, { ...paged, page: { ...page, step: 1 } })
    const acknowledged = waiting(1, { ...critical, kind: 'acknowledged' })
    expect(condense([first, second, acknowledged], 'people')).toEqual({ obsolete: [second], digests: [] })
    const [end, endOfPage] = [waiting(1, resolved), waiting(1, resolved, paged)]
    const { obsolete, digests } = condense([first, second, end], 'people')
    expect([idsOf(obsolete), digests.map(({ of }) => idsOf(of))]).toEqual([
      idsOf([second, first]),
      [idsOf([first, end])],
    ])
    expect(idsOf(condense([second, endOfPage], 'people').obsolete)).toEqual(idsOf([second, endOfPage]))
  })

  it('lose pages of an outage that was taken on, with what would follow them', () => {
    const paged = { oncallPage: true, isTakenOn: true }
    const acknowledged: Alert = { ...critical, kind: 'acknowledged' }
    const [page, next] = [waiting(1, critical, paged), waiting(1, acknowledged, paged)]
    expect(idsOf(condense([page, next, waiting(2, critical, { isTakenOn: true })], 'people').obsolete)).toEqual(
      idsOf([page, next]),
    )
  })

  it('lose a page that may have arrived, and nothing that follows it', () => {
    const paged = { oncallPage: true, isTakenOn: true, isUncertain: true }
    const acknowledged: Alert = { ...critical, kind: 'acknowledged' }
    for (const kind of [resolved, acknowledged]) {
      const [page, next] = [waiting(1, critical, paged), waiting(1, kind, paged)]
      expect(condense([page, next], 'people')).toEqual({ obsolete: [page], digests: [] })
    }
  })
})

const idsOf = (all: readonly WaitingDelivery[]): number[] => all.map(({ id }) => id)
const missedIn = ({ missed = [] }: Alert): number[] => missed.map(({ incident }) => incident.id)
