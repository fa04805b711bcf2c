import { describe, expect, it } from 'vitest'
import type { EscalationTarget } from './escalation.ts'
import {
  type UnpagedTarget,
  type PagingContext,
  expectedMissText,
  missedText,
  pagesFor,
  reachesSomeone,
} from './paging.ts'

const until = new Date('2026-03-02T08:00:00Z')
const mara = { id: 'mara', name: 'Mara', email: 'mara@acme.example', timezone: null, language: null }
const phone = { id: 7, type: 'twilio_voice', name: 'Phone' }
const onCall: EscalationTarget = { type: 'schedule', id: 1 }

const context = (parts: Partial<PagingContext> = {}): PagingContext => ({
  names: new Map([
    ['schedule 1', 'Primary'],
    ['user mara', 'Mara'],
  ]),
  people: new Map([['mara', mara]]),
  onCall: () => ({ userId: 'mara', until }),
  channelsOf: () => [phone],
  preferencesOf: () => null,
  at: new Date('2026-03-01T12:00:00Z'),
  channels: [],
  needsRecipients: () => false,
  groupIds: [],
  severity: 'critical',
  ...parts,
})

describe('a step that pages whoever is on call', () => {
  it('pages the person of the shift, and says why', () => {
    const pages = pagesFor([onCall], context())
    expect(pages.personal).toEqual([{ person: mara, channel: phone, onCall: { schedule: 'Primary', until } }])
    expect([pages.missed, reachesSomeone(pages)]).toEqual([[], true])
  })

  it('pages a person of two targets once', () => {
    const pages = pagesFor([onCall, { type: 'user', id: 'mara' }], context())
    expect([pages.personal, pages.paged]).toMatchObject([[{ channel: phone }], [{ name: 'Mara' }]])
  })

  it.each<[string, Partial<PagingContext>, UnpagedTarget]>([
    ['nobody is on call', { onCall: () => null }, { name: null, reason: 'nobody is on call in Primary' }],
    [
      'the schedule was deleted',
      { names: new Map() },
      { name: null, reason: 'the on-call schedule of this step was deleted' },
    ],
    [
      'the person has left',
      { people: new Map() },
      { name: null, reason: 'the person in this step has left the organization' },
    ],
    [
      'there is no way to reach them',
      { channelsOf: () => [] },
      { name: 'Mara', reason: 'no contact method, and no email channel to use instead' },
    ],
  ])('says so if %s', (_case, parts, missed) => {
    const pages = pagesFor([onCall], context(parts))
    expect(pages.missed).toEqual([missed])
    expect(reachesSomeone(pages)).toBe(false)
  })
})

it.each([
  [null, 'nobody was paged: quiet hours', 'nobody would be paged: quiet hours'],
  ['Mara', 'Mara was not paged: quiet hours', 'Mara would not be paged: quiet hours'],
])('says who was not paged, and who would not be (%s)', (name, past, preview) => {
  const missed = { name, reason: 'quiet hours' }
  expect([missedText(missed), expectedMissText(missed)]).toEqual([past, preview])
})
