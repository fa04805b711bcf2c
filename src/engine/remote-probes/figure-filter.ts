// Drops figures that the type of a check does not measure: names of metrics are few, and all organizations share them.
import { factsOf, findCheck } from '../../checks/index.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'

export type FigureFilter = (type: string, outcome: ReportedOutcome) => ReportedOutcome

type FigureValues = Readonly<Record<string, number>>

// Some names contain parts that users choose, such as a step. A hostile probe could use up all names.
const maxChosenNames = 5000

export function createFigureFilter(): FigureFilter {
  const chosen = new Set<string>()
  const isKnown = (type: string, key: string): boolean => {
    const check = findCheck(type)
    if (check?.metrics.some((metric) => metric.key === key) || check?.phases.some((phase) => phase.key === key))
      return true
    if (factsOf(type).metric(key) === undefined || (!chosen.has(key) && chosen.size >= maxChosenNames)) return false
    chosen.add(key)
    return true
  }
  const knownOf = (type: string, figures: FigureValues): FigureValues =>
    Object.fromEntries(Object.entries(figures).filter(([key]) => isKnown(type, key)))
  return (type, { metrics, phases, ...outcome }) => ({
    ...outcome,
    metrics: knownOf(type, metrics),
    ...(phases && { phases: knownOf(type, phases) }),
  })
}
