// What differs from the check before. A change is told for a while, so that later checks from other locations can confirm it.
import type { Memory } from '../../domain/outcome.ts'

/** By name, each in one spelling, so that what is equal reads equal. */
export type Facts = Readonly<Record<string, string>>

// Checks of these types come once an hour: the next one in its rhythm finds that nothing has changed again.
const newsMs = 55 * 60_000

export interface Comparison {
  /** What was seen before the last change, or is seen still; null when nothing was seen before. */
  readonly before: Facts | null
  /** Undefined when it is known already. */
  readonly remember: Memory | undefined
}

/** `subject` is what the memory is about: another one has nothing to do with it. */
export function compare(
  known: Memory | undefined,
  current: Facts,
  { subject, now }: { subject: string; now: Date },
): Comparison {
  const memory = (seen: Facts, before?: Facts): Memory => ({
    subject,
    seen: JSON.stringify(seen),
    ...(before && { before: JSON.stringify(before), changedAt: now.toISOString() }),
  })
  if (!known || known['subject'] !== subject) return { before: null, remember: memory(current) }
  const seen = read(known['seen'])
  // What could not be found out this time is what it was.
  const whole = { ...seen, ...current }
  if (!isEqual(seen, whole)) return { before: seen, remember: memory(whole, seen) }
  const isNews = Math.abs(now.getTime() - Date.parse(known['changedAt'] ?? '')) < newsMs
  return { before: isNews ? read(known['before']) : seen, remember: undefined }
}

function read(text: string | undefined): Facts {
  return JSON.parse(text ?? '{}') as Facts
}

function isEqual(one: Facts, other: Facts): boolean {
  return Object.keys(other).every((name) => one[name] === other[name])
}
