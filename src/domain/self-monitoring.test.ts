import { expect, it } from 'vitest'
import { type OwnFigures, describeUses, isWatching, problemsIn } from './self-monitoring.ts'

const fine: OwnFigures = {
  lateChecks: 0,
  latePercent: 0,
  waitedForHost: 0,
  silentLocations: [],
  missedLocations: [],
  liveLocations: 1,
  stuckAlerts: 0,
  freeDiskBytes: null,
  unreadableSecrets: [],
  refusedItems: [],
}

it.each<[string, Partial<OwnFigures>, string[], boolean]>([
  ['nothing is wrong', {}, [], true],
  ['there is nothing to watch', { liveLocations: 0 }, [], true],
  ['one of several locations is silent', { silentLocations: ['Berlin'] }, ['location_silent'], true],
  [
    'one of several locations is silent, and monitors have no other',
    { silentLocations: ['Berlin', 'Paris'], missedLocations: ['Paris'] },
    ['monitors_unwatched'],
    false,
  ],
  ['the only location is silent', { silentLocations: ['Berlin'], liveLocations: 0 }, ['nothing_watched'], false],
  ['checks are late', { lateChecks: 1 }, ['checks_late'], false],
  ['many checks are late by seconds', { latePercent: 63 }, ['checks_late'], false],
  ['both, which is said once', { lateChecks: 9, latePercent: 63 }, ['checks_late'], false],
  ['checks wait for a host', { waitedForHost: 12 }, ['hosts_crowded'], true],
  ['alerts are stuck', { stuckAlerts: 3 }, ['alerts_stuck'], false],
  ['the disk has room', { freeDiskBytes: 1e9 }, [], true],
  [
    'secrets cannot be decrypted',
    { unreadableSecrets: [{ kind: 'monitors', count: 2 }] },
    ['secrets_unreadable'],
    false,
  ],
  ['the disk is full', { freeDiskBytes: 1e6 }, ['disk_full'], false],
])('%s', (_what, figures, codes, watching) => {
  const problems = problemsIn({ ...fine, ...figures })
  expect(problems.map(({ code }) => code)).toEqual(codes)
  expect(isWatching(problems)).toBe(watching)
})

it('counts owners of secrets by kind', () => {
  const uses = [
    { kind: 'monitors', count: 2 },
    { kind: 'monitors', count: 1 },
    { kind: 'channels', count: 1 },
  ]
  expect(describeUses(uses)).toBe('3 monitors, 1 channel')
  expect(describeUses([])).toBe('nothing')
})
