// What `lapwing test` found, as the cases that its reports list: one per monitor and location.
import type { ConfigTry } from '../../sdk/src/api.ts'
import type { DocumentMistake } from '../document.ts'

export interface TestedDocument {
  readonly file: string
  /** Null if the document is not valid. */
  readonly tried: ConfigTry | null
  /** Why the document is not valid. */
  readonly mistakes: readonly DocumentMistake[]
}

/** `error` if the check could not be run, which says nothing about the target. */
export type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped'

export interface TestCase {
  readonly file: string
  readonly line: number | null
  readonly key: string
  readonly monitor: string
  readonly location: string | null
  readonly outcome: TestOutcome
  readonly durationMs: number | null
  /** Why it failed or was skipped. */
  readonly reason: string | null
  readonly cause: string | null
  /** Rules of severity warning that the result violates. */
  readonly warnings: readonly string[]
}

type TriedMonitor = ConfigTry['monitors'][number]
type TriedResult = TriedMonitor['results'][number]

export function casesOf({ file, tried }: TestedDocument): TestCase[] {
  return (tried?.monitors ?? []).flatMap((monitor): TestCase[] => {
    const { key, name, line, skipped, results } = monitor
    const shared = { file, line, key, monitor: name }
    if (skipped !== null)
      return [
        { ...shared, location: null, outcome: 'skipped', durationMs: null, reason: skipped, cause: null, warnings: [] },
      ]
    return results.map((result) => ({ ...shared, ...caseOf(result) }))
  })
}

function caseOf({ location, passed, duration_ms, error, cause, violations }: TriedResult) {
  const messages = (severity: string): string[] =>
    violations.filter((violation) => violation.severity === severity).map(({ message }) => message)
  const reason = passed === true ? null : (error ?? messages('critical').join('; '))
  const outcome: TestOutcome = passed === null ? 'error' : passed ? 'passed' : 'failed'
  return { location: location.name, outcome, durationMs: duration_ms, reason, cause, warnings: messages('warning') }
}

/** `Shop from Frankfurt`. */
export const titleOf = ({ monitor, location }: TestCase): string =>
  location === null ? monitor : `${monitor} from ${location}`

export const countOf = (cases: readonly TestCase[], outcome: TestOutcome): number =>
  cases.filter((one) => one.outcome === outcome).length

/** `3 passed, 1 failed, 1 skipped`. */
export function summaryOf(cases: readonly TestCase[]): string {
  const notRun = countOf(cases, 'error')
  return [
    `${countOf(cases, 'passed')} passed`,
    `${countOf(cases, 'failed')} failed`,
    ...(notRun > 0 ? [`${notRun} could not be run`] : []),
    `${countOf(cases, 'skipped')} skipped`,
  ].join(', ')
}
