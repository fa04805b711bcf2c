// Compares a score with those of the last seven days. Memory holds one score per hour, however often the page is
// audited.
import type { CheckMemory } from '../../../domain/outcome.ts'

const hourMs = 3_600_000
const days7 = 7 * 24
/** Fewer scores make no baseline. */
const minScores = 3

interface RememberedScore {
  readonly hour: number
  readonly score: number
}

interface Trend {
  /** Points below the median; null while there are too few scores. */
  readonly drop: number | null
  /** Null if there is nothing to add. */
  readonly memory: CheckMemory | null
}

export function scoreDrop(score: number, known: CheckMemory | undefined, now: Date): Trend {
  const hour = Math.floor(now.getTime() / hourMs)
  const earlier = read(known?.scores ?? '').filter((one) => one.hour <= hour && one.hour > hour - days7)
  const drop = earlier.length < minScores ? null : Math.max(0, median(earlier.map((one) => one.score)) - score)
  if (earlier.some((one) => one.hour === hour)) return { drop, memory: null }
  const all = [...earlier, { hour, score }]
  return { drop, memory: { scores: all.map((one) => `${one.hour}:${one.score}`).join(' ') } }
}

function read(text: string): RememberedScore[] {
  return [...text.matchAll(/(\d+):(\d+)/g)].map(([, hour, score]) => ({ hour: Number(hour), score: Number(score) }))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
