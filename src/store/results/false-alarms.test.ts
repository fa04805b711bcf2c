import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { type IncidentRow, addIncident } from '../../../test/kit/resources/incidents.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { allExcludedSpans, excludedSpans } from './exclusions.ts'
import { allFalseAlarms, falseAlarms } from './false-alarms.ts'

const at = (minutes: number): Date => new Date(Date.parse('2026-03-01T00:00:00Z') + minutes * 60_000)
const span = { from: at(100), to: at(200) }
const leftOut = { exclude_from_sla: true }

const cases: readonly [string, Partial<IncidentRow>, [number, number][]][] = [
  ['inside the span', { startedAt: at(120), resolvedAt: at(130), falsePositive: leftOut }, [[120, 130]]],
  ['that began before it', { startedAt: at(90), resolvedAt: at(110), falsePositive: leftOut }, [[100, 110]]],
  ['that ended after it', { startedAt: at(190), resolvedAt: at(300), falsePositive: leftOut }, [[190, 200]]],
  ['that is still open', { startedAt: at(150), falsePositive: leftOut }, [[150, 200]]],
  ['that ended when it begins', { startedAt: at(50), resolvedAt: at(100), falsePositive: leftOut }, []],
  ['that begins when it ends', { startedAt: at(200), resolvedAt: at(210), falsePositive: leftOut }, []],
  ['that nobody has reported', { startedAt: at(120), resolvedAt: at(130) }, []],
  [
    'that was reported, and is to count',
    { startedAt: at(120), resolvedAt: at(130), falsePositive: { exclude_from_sla: false } },
    [],
  ],
]

it.each(cases)('an incident %s', async (_case, fields, expected) => {
  const store = await newStore()
  const { organizationId, id, monitorNumber } = await watchedMonitor(store, { locations: 1, now: at(0) })
  const monitor = { id, monitorNumber, name: 'Shop', type: 'http' }
  await addIncident(store, organizationId, { monitor, severity: 'critical', startedAt: at(0), ...fields })
  const spans = expected.map(([from, to]) => ({ from: at(from), to: at(to) }))
  const ofMonitor = spans.map((part) => ({ monitorId: id, ...part }))
  expect(await falseAlarms(store, { organizationId, monitorIds: [id], ...span })).toEqual(ofMonitor)
  expect(await excludedSpans(store, { organizationId, monitorId: id, tags: [], ...span })).toEqual(spans)
  expect(await allFalseAlarms(store, span)).toEqual(spans.map((part) => ({ monitorNumber, ...part })))
  expect([...(await allExcludedSpans(store, span))]).toEqual(spans.length > 0 ? [[monitorNumber, spans]] : [])
})
