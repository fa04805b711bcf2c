import { describe, expect, it } from 'vitest'
import {
  isUndecided,
  type Outage,
  type OutageEvent,
  type OutageIncident,
  currentIncident,
  messageOf,
  pagingDecision,
  silenceOf,
} from './outage.ts'

const incident = (id: number, fields: Partial<OutageIncident> = {}): OutageIncident => ({
  id,
  status: 'firing',
  isClosing: false,
  isFlapping: false,
  affectedBy: null,
  ...fields,
})
const acknowledged = { status: 'acknowledged' } as const
const resolved = { status: 'resolved' } as const
const closing = { isClosing: true } as const

const outage = (incidents: readonly OutageIncident[], fields: Partial<Outage> = {}): Outage => ({
  organizationId: 'acme',
  id: 1,
  message: 'Shop is down: refused',
  subject: { kind: 'monitor', id: 'shop', tags: ['web'], shadow: false },
  startedAt: new Date('2026-03-01T12:00:00Z'),
  incidents,
  isAcknowledged: false,
  isWithheld: false,
  alertsWaitUntil: null,
  notifiedGroups: [],
  ...fields,
})
const event = (incidentId: number, fields: Partial<OutageEvent> = {}): OutageEvent => ({
  kind: 'firing',
  reminder: false,
  waited: false,
  incidentId,
  ...fields,
})
const soon = new Date('2026-03-01T12:05:00Z')
const reminder = { reminder: true }
const end = { kind: 'resolved' } as const
const withheld = { isWithheld: true }

describe('people', () => {
  it.each<[string, OutageEvent, Outage, ReturnType<typeof messageOf>]>([
    ['are alerted of the first incident', event(1), outage([incident(1)]), 'alarm'],
    ['get each further incident as an update', event(2), outage([incident(1), incident(2)]), 'update'],
    [
      'are alerted of a further incident if silence kept the first one from them, which has ended',
      event(2),
      outage([incident(1, resolved), incident(2)], withheld),
      'alarm',
    ],
    [
      'are alerted of the first incident, not of a further one, after a silence',
      event(2),
      outage([incident(1), incident(2)], withheld),
      null,
    ],
    [
      'are not alerted of what was acknowledged during a silence',
      event(2),
      outage([incident(1, resolved), incident(2)], { ...withheld, isAcknowledged: true }),
      null,
    ],
    [
      'are not woken for what was over while its alert waited for a parent',
      event(1, { waited: true }),
      outage([incident(1, resolved)], { alertsWaitUntil: soon }),
      'recovered',
    ],
    ['are alerted late of what was over before', event(1), outage([incident(1, resolved)]), 'alarm'],
    ['are reminded by the oldest open incident', event(1, reminder), outage([incident(1), incident(2)]), 'reminder'],
    ['are not reminded by another one', event(2, reminder), outage([incident(1), incident(2)]), null],
    [
      'are reminded by the second one after the first has ended',
      event(2, reminder),
      outage([incident(1, resolved), incident(2)]),
      'reminder',
    ],
    [
      'are not reminded of what someone has acknowledged',
      event(2, reminder),
      outage([incident(1, resolved), incident(2)], { isAcknowledged: true }),
      null,
    ],
    ['are alerted by a reminder after a silence', event(1, reminder), outage([incident(1)], withheld), 'alarm'],
    [
      'hear once that it is acknowledged',
      event(1, { kind: 'acknowledged' }),
      outage([incident(1, acknowledged), incident(2, acknowledged)]),
      'acknowledged',
    ],
    [
      'hear it not again for the other incidents',
      event(2, { kind: 'acknowledged' }),
      outage([incident(1, acknowledged), incident(2, acknowledged)]),
      null,
    ],
    [
      'hear of the end with the last incident',
      event(2, end),
      outage([incident(1, resolved), incident(2, resolved)]),
      'end',
    ],
    [
      'hear of no end while another incident is open',
      event(1, end),
      outage([incident(1, resolved), incident(2)]),
      null,
    ],
    [
      'hear of no end that is held back',
      event(2, end),
      outage([incident(1, resolved), incident(2, resolved)], { alertsWaitUntil: soon }),
      null,
    ],
  ])('%s', (_case, event, outage, expected) => expect(messageOf(event, outage)).toBe(expected))
})

describe('the beginning of what recovered while its alert waited', () => {
  const flapping = { ...resolved, isFlapping: true }
  const held = { alertsWaitUntil: soon }
  it.each<[string, OutageEvent, Outage, boolean]>([
    ['stays open while it may begin again', event(1, { waited: true }), outage([incident(1, flapping)], held), true],
    [
      'is decided when its end is due',
      event(1, { waited: true }),
      outage([incident(1, flapping)], { alertsWaitUntil: new Date(0) }),
      false,
    ],
    [
      'is decided if its end is not held back',
      event(1, { waited: true }),
      outage([incident(1, resolved)], held),
      false,
    ],
    [
      'is decided when it fires again',
      event(1, { waited: true }),
      outage([incident(1, { isFlapping: true })], held),
      false,
    ],
    [
      'is decided while another incident fires',
      event(1, { waited: true }),
      outage([incident(1, flapping), incident(2)], held),
      false,
    ],
    ['is decided if it did not wait', event(1), outage([incident(1, flapping)], held), false],
    ['is none of a reminder', event(1, { ...reminder, waited: true }), outage([incident(1, flapping)], held), false],
    ['is none of an end', event(1, { ...end, waited: true }), outage([incident(1, flapping)], held), false],
  ])('%s', (_case, event, outage, expected) =>
    expect(isUndecided(event, outage, new Date('2026-03-01T12:04:00Z'))).toBe(expected),
  )
})

describe('an outage', () => {
  it.each<[string, readonly OutageIncident[], number]>([
    ['the oldest that fires', [incident(1, resolved), incident(2), incident(3)], 2],
    ['one that fires rather than one that is about to be closed', [incident(1, closing), incident(2)], 2],
    ['the oldest that is open', [incident(1, acknowledged), incident(2, acknowledged)], 1],
    ['the last one', [incident(1, resolved), incident(2, resolved)], 2],
  ])('is represented by %s', (_case, incidents, id) => expect(currentIncident(outage(incidents)).id).toBe(id))

  it.each<[string, Outage, ReturnType<typeof pagingDecision>]>([
    ['pages while it fires', outage([incident(1)]), 'page'],
    ['pages while a further incident fires', outage([incident(1, resolved), incident(2)]), 'page'],
    ['stops when it is acknowledged', outage([incident(1, acknowledged)], { isAcknowledged: true }), 'end'],
    [
      'does not begin again for an incident that joins it later',
      outage([incident(1, acknowledged), incident(2)], { isAcknowledged: true }),
      'end',
    ],
    ['stops when it is about to be closed', outage([incident(1, closing)]), 'end'],
    ['stops when it is over', outage([incident(1, resolved)]), 'end'],
    [
      'waits while it may begin again',
      outage([incident(1, { ...resolved, isFlapping: true })], { alertsWaitUntil: soon }),
      'wait',
    ],
    ['stops when its end is about to be announced', outage([incident(1, resolved)], { alertsWaitUntil: soon }), 'end'],
  ])('%s', (_case, outage, expected) => expect(pagingDecision(outage)).toBe(expected))

  const everything = { organizationId: 'acme', monitorIds: [], monitorTags: [] }
  const shadow = { subject: { kind: 'monitor', id: 'shop', tags: [], shadow: true } } as const
  it.each<[string, Outage, readonly (typeof everything)[], ReturnType<typeof silenceOf>]>([
    ['not silent', outage([incident(1)]), [], null],
    [
      'not silent because of a window of another organization',
      outage([incident(1)]),
      [{ ...everything, organizationId: 'other' }],
      null,
    ],
    ['silent during maintenance', outage([incident(1)]), [everything], 'maintenance'],
    ['silent in shadow mode', outage([incident(1)], shadow), [everything], 'shadow'],
    ['silent while a parent explains it', outage([incident(1, { affectedBy: 9 })]), [], 'dependency'],
    [
      'not silent because a parent explained an incident that has ended',
      outage([incident(1, { ...resolved, affectedBy: 9 }), incident(2)]),
      [],
      null,
    ],
  ])('is %s', (_case, outage, windows, expected) => expect(silenceOf(outage, windows)).toBe(expected))
})
