// The metrics of one check, as every response shows them.
import { z } from 'zod'
import type { CheckType } from '../../../checks/define.ts'
import { type Measurements, findMetric } from '../../../domain/metric.ts'

export const words = z.record(z.string(), z.string()).meta({
  description: 'What to show in place of single values; empty for metrics that are numbers only',
  example: {},
})

export const measuredMetric = z.object({
  metric: z.string().meta({ description: 'The name used in rules', example: 'response_time' }),
  label: z.string().meta({ example: 'Response time' }),
  unit: z.string().meta({ example: 'ms' }),
  decimals: z.int().meta({ description: 'Number of decimals to display', example: 0 }),
  words,
  value: z.number().meta({ example: 84.1 }),
  phase: z.int().nullable().meta({ description: 'The position among the phases of the check; null for other metrics' }),
})

/** Phases in their order, then the other metrics as the type declares them, without those that do not apply. */
export function showMetrics(check: CheckType | undefined, values: Measurements): z.output<typeof measuredMetric>[] {
  if (!check) return []
  const place = ({ key, phase }: { key: string; phase: number | null }): number =>
    phase ?? 1000 + check.metrics.findIndex((one) => one.key === key)
  return Object.entries(values)
    .flatMap(([key, value]) => {
      const known = check.metrics.find((one) => one.key === key) ?? findMetric(check.metrics, `metrics['${key}']`)
      return known?.applies(value, values) ? [{ known, value }] : []
    })
    .toSorted((a, b) => place(a.known) - place(b.known))
    .map(({ known: { metric, label, unit, decimals, words, phase }, value }) => {
      return { metric, label, unit, decimals, words, value, phase }
    })
}
