import { describe, expect, it } from 'vitest'
import { type Situation, restOf, titleOf } from './title.ts'

type Incident = Situation['incidents']['shown'][number]

const fine: Situation['monitors'] = {
  total: 214,
  up: 214,
  degraded: 0,
  down: 0,
  paused: 0,
  unknown: 0,
  in_maintenance: 0,
}

const incident = (name: string, change: Partial<Incident> = {}): Incident => ({
  severity: 'critical',
  root_cause: 'connect',
  seen_from: ['Frankfurt', 'Helsinki'],
  locations: 2,
  monitor: { name },
  message: `${name} is down: connection refused`,
  ...change,
})

const checkout = incident('Checkout API')
const images = incident('Product images', {
  severity: 'warning',
  root_cause: 'performance',
  seen_from: ['Singapore'],
  locations: 4,
})
const time = (at: string): string => at.slice(11, 16)

function situation(
  incidents: readonly Incident[],
  monitors: Partial<Situation['monitors']> = {},
  open = incidents.length,
) {
  const began = { incident_id: 1, name: 'db-1', failing_since: '2026-11-15T09:35:00.000Z' }
  return {
    monitors: { ...fine, ...monitors },
    confirming: { total: 0, shown: [] },
    incidents: { open, began_with: open > 0 ? began : null, shown: incidents },
  }
}

const many = situation([checkout, images], { down: 7, degraded: 3, up: 204 }, 10)
const heartbeat = incident('Backup', { root_cause: 'heartbeat', seen_from: [], locations: 0 })
const certificate = incident('Mail', { root_cause: 'certificate', severity: 'warning' })
const orphan = incident('', { monitor: null, message: 'Shop is down: connection refused' })

function pending(severity: 'critical' | 'warning', next: string | null, name = 'Shop') {
  return { monitor: { id: name, name }, severity, seen_from: ['Frankfurt'], next_from: next }
}

function confirming(shown: ReturnType<typeof pending>[]): Situation {
  return { ...situation([], { up: 213, degraded: 1 }), confirming: { total: shown.length, shown } }
}

describe('the title of the overview', () => {
  it.each([
    ['everything is well', situation([]), 'All 214 monitors are fine.', 'Alle 214 Monitore laufen.'],
    ['there is one', situation([], { total: 1, up: 1 }), 'Your monitor is fine.', 'Dein Monitor läuft.'],
    [
      'some are paused',
      situation([], { up: 210, paused: 4 }),
      'All 210 monitors are fine.',
      'Alle 210 Monitore laufen.',
    ],
    [
      'a failure is being confirmed from another location',
      confirming([pending('critical', 'Helsinki')]),
      'Shop is failing; confirming from another location.',
      'Shop schlägt fehl; ein anderer Standort prüft nach.',
    ],
    [
      'a slow response is being confirmed from the same location',
      confirming([pending('warning', 'Frankfurt')]),
      'Shop may be degraded; confirming with another check.',
      'Shop ist womöglich beeinträchtigt; eine weitere Prüfung folgt.',
    ],
    [
      'several failures are being confirmed',
      confirming([pending('critical', 'Helsinki'), pending('critical', null, 'Mail')]),
      '2 failures are being confirmed.',
      '2 Fehler werden gerade bestätigt.',
    ],
    [
      'no check ran yet',
      situation([], { up: 0, unknown: 214 }),
      'Nothing has been checked yet.',
      'Es wurde noch nichts geprüft.',
    ],
    ['all are paused', situation([], { up: 0, paused: 214 }), 'Everything is paused.', 'Alles ist pausiert.'],
    ['one is down', situation([checkout]), 'Checkout API is down.', 'Checkout API ist ausgefallen.'],
    ['a job is silent', situation([heartbeat]), 'Backup has not reported.', 'Backup hat sich nicht gemeldet.'],
    [
      'a certificate ends',
      situation([certificate]),
      'Mail has a certificate problem.',
      'Mail hat ein Problem mit dem Zertifikat.',
    ],
    [
      'the monitor is gone',
      situation([orphan]),
      'Shop is down: connection refused.',
      'Shop is down: connection refused.',
    ],
    [
      'two are in trouble',
      situation([checkout, images]),
      'Checkout API is down. Product images is slow from Singapore.',
      'Checkout API ist ausgefallen. Product images ist von Singapore aus langsam.',
    ],
    [
      'many are',
      many,
      '7 monitors are down, 3 are degraded. It started with db-1 at 09:35.',
      '7 Monitore sind ausgefallen, 3 sind beeinträchtigt. Es begann mit db-1 um 09:35.',
    ],
    [
      'many incidents are of monitors that are fine again',
      situation([checkout, images], { up: 214 }, 3),
      '3 incidents are open. It started with db-1 at 09:35.',
      '3 Vorfälle sind offen. Es begann mit db-1 um 09:35.',
    ],
  ])('when %s', (_when, now, en, de) => {
    expect([titleOf(now, { language: 'en', time }), titleOf(now, { language: 'de', time })]).toEqual([en, de])
  })
})

it.each([
  [situation([]), ''],
  [situation([], { paused: 1 }), '1 is paused or has no data.'],
  [
    situation([checkout], { up: 204, in_maintenance: 3, paused: 3, unknown: 1 }),
    'Everything else is fine: 204 of 214 monitors are up, 3 are in maintenance, and 4 are paused or have no data.',
  ],
  [situation([checkout], { total: 1, up: 0, down: 1 }), ''],
  [situation([checkout, images], { total: 10, up: 2, down: 8 }, 8), '2 of 10 monitors are up.'],
])('says below how the rest is', (now, text) => {
  expect(restOf(now, 'en')).toBe(text)
})
