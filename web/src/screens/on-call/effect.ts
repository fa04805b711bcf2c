// What a cover would change, worked out before it is saved.
import type { OnCallCalendarView } from '../../api-types.ts'
import type { TimeSpan } from '../../parts/calendar/zone-days.ts'
import { firstName } from './title.ts'
import type { useOnCallMessages } from './messages.ts'

export interface CoverEffect {
  /** The covers that it overlaps, by first name; it cannot be saved. */
  readonly overlaps: readonly string[]
  /** How much of a gap it fills. */
  readonly gapMs: number
  /** How much it takes from whom. */
  readonly taken: readonly { readonly name: string; readonly ms: number }[]
  /** How much of it is the person's own shift. */
  readonly ownMs: number
}

interface TimedEntry {
  readonly starts_at: string
  readonly ends_at: string
}

const overlapMs = ({ starts_at: from, ends_at: to }: TimedEntry, span: TimeSpan): number =>
  Math.max(0, Math.min(Date.parse(to), span.to) - Math.max(Date.parse(from), span.from))

export function coverEffect(
  view: Pick<OnCallCalendarView, 'overrides' | 'shifts' | 'gaps'>,
  { userId, span }: { userId: string; span: TimeSpan },
): CoverEffect {
  const touched = view.overrides.filter((cover) => overlapMs(cover, span) > 0)
  const taken = new Map<string, { name: string; ms: number }>()
  let ownMs = 0
  for (const shift of view.shifts) {
    const ms = overlapMs(shift, span)
    if (ms === 0) continue
    if (shift.user.user_id === userId) ownMs += ms
    else {
      const before = taken.get(shift.user.user_id)?.ms ?? 0
      taken.set(shift.user.user_id, { name: firstName(shift.user), ms: before + ms })
    }
  }
  return {
    overlaps: [...new Set(touched.map(({ user }) => firstName(user)))],
    gapMs: view.gaps.reduce((sum, gap) => sum + overlapMs(gap, span), 0),
    taken: [...taken.values()],
    ownMs,
  }
}

interface EffectWords {
  readonly t: ReturnType<typeof useOnCallMessages>['effect']
  readonly duration: (seconds: number) => string
  readonly list: (names: readonly string[]) => string
}

export function effectText(effect: CoverEffect, { t, duration, list }: EffectWords): string {
  if (effect.overlaps.length > 0) return t.overlaps(list(effect.overlaps))
  const length = (ms: number): string => duration(ms / 1000)
  const isOnlyGap = effect.taken.length === 0 && effect.ownMs === 0
  return [
    effect.gapMs > 0 && (isOnlyGap ? t.fills : t.fillsPart(length(effect.gapMs))),
    ...effect.taken.map(({ name, ms }) => t.takes(length(ms), name)),
    effect.ownMs > 0 && t.own(length(effect.ownMs)),
  ]
    .filter(Boolean)
    .join(' ')
}
