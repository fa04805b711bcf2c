// Parses the content of a check-in: keywords for the state of the job, and metrics.
import type { HeartbeatConfig } from '../../checks/reports/heartbeat.ts'
import { parseJson, usualLimits } from '../../domain/limits/json-limits.ts'
import type { Signal } from './address.ts'

export type PingMeaning = Signal | { readonly kind: 'ignored' }
type Keywords = Pick<HeartbeatConfig, 'startKeywords' | 'successKeywords' | 'failKeywords'>

/**
 * Applies keywords to a plain check-in. Failure has precedence: "done, 3 errors" is not a success. If success keywords
 * are configured, a check-in without any keyword is ignored.
 */
export function meaningOf(signal: Signal, text: string, keywords: Keywords): PingMeaning {
  const { startKeywords, successKeywords, failKeywords } = keywords
  const mentions = (keywords: readonly string[] = []): boolean => keywords.some((word) => text.includes(word))
  if (signal.kind !== 'success') return signal
  if (mentions(failKeywords)) return { kind: 'fail' }
  if (mentions(successKeywords)) return signal
  if (mentions(startKeywords)) return { kind: 'start' }
  return successKeywords?.length ? { kind: 'ignored' } : signal
}

const maxMetricValue = 1e15

/** The numbers under `metrics` of a JSON body, by their slugs in rules. */
export function numbersIn(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [key, value] of Object.entries(metricsIn(text))) {
    const slug = key
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 64)
    if (slug !== '' && typeof value === 'number' && Math.abs(value) <= maxMetricValue) found.set(slug, value)
  }
  return found
}

function metricsIn(text: string): object {
  if (!text.trimStart().startsWith('{')) return {}
  try {
    const { metrics } = parseJson(Buffer.from(text), usualLimits) as { metrics?: unknown }
    return metrics !== null && typeof metrics === 'object' ? metrics : {}
  } catch {
    // Any text may be posted, and some of it only starts like JSON.
    return {}
  }
}
