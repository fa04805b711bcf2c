// Compares incident statistics with a model that counts minute by minute.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { addIncident } from '../../../test/kit/resources/incidents.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { type StatsQuery, incidentBuckets, incidentTotals, unstableMonitors } from './stats.ts'
import { addMonitor, monitorNumberOf } from '../monitors/monitors.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'

const minute = 60_000
const units = { hour: 3_600_000, day: 86_400_000 }
const origin = Date.parse('2026-03-27T00:00:00Z')
const at = (minutes: number): Date => new Date(origin + minutes * minute)

const store = sharedStore()
const monitors: { id: string; monitorNumber: number; name: string; type: string; tags: string[] }[] = []
let organizationId = ''

beforeAll(async () => {
  const draft = { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} } as const
  organizationId = (await putOrganization(store(), draft, at(0))).id
  for (const [name, tags] of [
    ['a', ['x']],
    ['B', ['x', 'y']],
    ['c', ['y']],
    ['D', []],
  ] as const) {
    const row = monitorRow(at(0), { name, tags })
    await addMonitor(store(), organizationId, row, at(0))
    const { monitorNumber } = (await monitorNumberOf(store(), organizationId, row.id))!
    monitors.push({ id: row.id, monitorNumber, name, type: row.type, tags: [...tags] })
  }
})

const incident = fc.record({
  monitor: fc.nat({ max: 3 }),
  severity: fc.constantFrom('critical' as const, 'warning' as const),
  startsAt: fc.integer({ min: 0, max: 9 * 1440 }),
  acknowledgedAfter: fc.option(fc.integer({ min: 0, max: 600 })),
  resolvedAfter: fc.option(fc.integer({ min: 1, max: 3000 })),
  flapping: fc.boolean(),
  isFalse: fc.boolean(),
})
type Drawn = typeof incident extends fc.Arbitrary<infer T> ? T : never

const question = fc.record({
  now: fc.integer({ min: 8 * 1440, max: 9 * 1440 }),
  period: fc.constantFrom({ minutes: 1440, bucket: 'hour' as const }, { minutes: 7 * 1440, bucket: 'day' as const }),
  monitor: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  tag: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const mean = (minutes: number[]): number | null =>
  minutes.length === 0 ? null : Math.round((minutes.reduce((sum, n) => sum + n, 0) * 60) / minutes.length)

const resolution = (some: Drawn[]): number | null => mean(some.flatMap(({ resolvedAfter }) => resolvedAfter ?? []))

const counted = (some: Drawn[]) => ({
  total: some.length,
  critical: some.filter(({ severity }) => severity === 'critical').length,
  warning: some.filter(({ severity }) => severity === 'warning').length,
})

function downMinutes(some: Drawn[], now: number): number {
  const down = new Set<number>()
  for (const { severity, startsAt, resolvedAfter } of some)
    if (severity === 'critical')
      for (let n = startsAt; n < (resolvedAfter === null ? now : startsAt + resolvedAfter); n++) down.add(n)
  return down.size
}

function expectedOf(all: Drawn[], { now, period, monitor, tag }: Question) {
  const chosen = all.filter(
    (one) =>
      one.startsAt >= now - period.minutes &&
      one.startsAt <= now &&
      (monitor === undefined || one.monitor === monitor) &&
      (tag === undefined || monitors[one.monitor]!.tags.includes(tag)),
  )
  const unit = units[period.bucket]
  const bucketOf = (minutes: number): number => Math.floor(at(minutes).getTime() / unit) * unit
  const buckets = []
  for (let start = bucketOf(now - period.minutes); start <= at(now).getTime(); start += unit)
    buckets.push({
      bucket_start: new Date(start),
      ...counted(chosen.filter(({ startsAt }) => bucketOf(startsAt) === start)),
    })
  const unstable = monitors
    .map(({ id, name, type }, index) => {
      const theirs = chosen.filter((one) => one.monitor === index)
      return {
        monitor: { id, name, type },
        incidents: theirs.length,
        downtime_seconds: downMinutes(theirs, now) * 60,
        mttr_seconds: resolution(theirs),
        flapping: theirs.some(({ flapping }) => flapping),
      }
    })
    .filter(({ incidents }) => incidents > 0)
    // They are already ordered by name.
    .sort((a, b) => b.incidents - a.incidents || b.downtime_seconds - a.downtime_seconds)
  return {
    totals: {
      ...counted(chosen),
      mttr_seconds: resolution(chosen),
      mtta_seconds: mean(chosen.flatMap(({ acknowledgedAfter }) => acknowledgedAfter ?? [])),
      false_positives: chosen.filter(({ isFalse }) => isFalse).length,
    },
    buckets,
    unstable: unstable.slice(0, 3),
  }
}

async function keep({
  monitor,
  severity,
  startsAt,
  acknowledgedAfter,
  resolvedAfter,
  flapping,
  isFalse,
}: Drawn): Promise<void> {
  const after = (minutes: number | null): Date | null => (minutes === null ? null : at(startsAt + minutes))
  await addIncident(store(), organizationId, {
    monitor: monitors[monitor]!,
    severity,
    startedAt: at(startsAt),
    acknowledgedAt: after(acknowledgedAfter),
    resolvedAt: after(resolvedAfter),
    flapping,
    falsePositive: isFalse ? { reason: 'none' } : null,
  })
}

it('agrees with the model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(incident, { maxLength: 25 }),
      fc.tuple(question, question, question),
      async (all, questions) => {
        await store().run(sql`delete from incidents`)
        for (const one of all) await keep(one)
        for (const asking of questions) {
          const { now, period, monitor, tag } = asking
          const requested: StatsQuery = {
            organizationId,
            from: at(now - period.minutes),
            now: at(now),
            bucket: period.bucket,
            monitorId: monitor === undefined ? undefined : monitors[monitor]!.id,
            tag,
          }
          const found = {
            totals: await incidentTotals(store(), requested),
            buckets: await incidentBuckets(store(), requested),
            unstable: await unstableMonitors(store(), requested, 3),
          }
          expect(found).toEqual(expectedOf(all, asking))
        }
      },
    ),
    { numRuns: 30 },
  )
})
