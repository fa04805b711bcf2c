// What is usual for a monitor, for the preview of a rule on unusual values.
import { z } from 'zod'
import type { PastCheck } from '../../../domain/alerting/replay.ts'
import { bandOf, readUnusual } from '../../../domain/checking/unusual.ts'
import { unusual } from '../../../domain/metric.ts'
import type { Span } from '../../../domain/span.ts'
import { locationsNumbered } from '../../../store/checking/locations.ts'
import type { ReplayedMonitor } from '../../../store/results/replays.ts'
import { type UsualHistory, usualHistory } from '../../../store/results/usual-ranges.ts'
import type { CallerContext } from '../../registry/define.ts'

export const unusualPreview = z
  .object({
    state: z.enum(['waiting', 'ready']),
    ready_at: z.iso.datetime().nullable().meta({ description: 'When two weeks are stored; null before any check' }),
    bands: z
      .array(z.object({ location: z.string(), low: z.number(), high: z.number() }))
      .meta({ description: 'What is usual at this hour of the week. Other values are unusual.' }),
  })
  .optional()
  .meta({ description: 'Only for a rule with the operator `unusual`' })

interface UnusualQuery extends Span {
  readonly monitor: ReplayedMonitor
  readonly operator: string
}

/** The history that the rule compares checks with; null for other rules. */
export async function historyFor(
  { db, caller }: CallerContext,
  { monitor, operator, from, to }: UnusualQuery,
): Promise<UsualHistory | null> {
  if (operator !== unusual) return null
  const { monitorNumber } = monitor
  return usualHistory(db, { monitorNumber, timezone: caller.organization.timezone, from, to })
}

/** Each check gets what was usual then, from hours before it. */
export function withUsual(checks: readonly PastCheck[], history: UsualHistory | null): readonly PastCheck[] {
  if (!history) return checks
  return checks.map((check) => ({ ...check, usual: history.rangeAt(check.location, check.at) }))
}

export async function showUnusual(
  { db, now }: CallerContext,
  { locations, history, value }: { locations: readonly number[]; history: UsualHistory; value: string },
) {
  const terms = readUnusual(value)!
  const named = await locationsNumbered(db, locations, now)
  const bands = [...named.values()].flatMap(({ number, name }) => {
    const range = history.rangeAt(number, now.getTime())
    return range ? [{ location: name, ...bandOf(range, terms) }] : []
  })
  return { state: bands.length > 0 ? 'ready' : 'waiting', ready_at: history.readyAt, bands }
}
