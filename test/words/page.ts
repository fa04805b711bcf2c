// Every sentence about an incident, on one page.
import type { CheckType } from '../../src/checks/define.ts'
import { checks } from '../../src/checks/index.ts'
import { usualDiagnoses } from '../../src/domain/alerting/diagnosis.ts'
import { type Finding, endingOf, findingOf } from '../../src/domain/alerting/finding.ts'
import { type Example, exampleOf } from './examples.ts'

export interface MetricSentences {
  readonly where: string
  readonly finding: Finding
  readonly ending: string
}

export function seenAs(check: CheckType, { metric, rule }: Pick<Example, 'metric' | 'rule'>, number: number) {
  return {
    monitor: { name: 'Shop' },
    rule,
    metric,
    outcome: { success: number === 1, statusCode: null, metrics: { [metric.key]: number }, error: null, cause: null },
    diagnoses: check.diagnoses,
    locations: 1,
  }
}

export function findingsOf(check: CheckType): MetricSentences[] {
  return check.metrics.map((metric) => {
    const example = exampleOf(check, metric)
    return {
      where: example.metric.metric,
      finding: findingOf(seenAs(check, example, example.bad)),
      ending: endingOf(seenAs(check, example, example.good)).message,
    }
  })
}

export function page(): string {
  return [
    'Causes',
    ...Object.entries(usualDiagnoses).map(([cause, diagnosis]) => `  ${cause.padEnd(12)} ${diagnosis}`),
    ...checks.flatMap((check) => [
      '',
      `${check.type} (${check.title})`,
      ...findingsOf(check).flatMap(lines),
      ...causes(check),
    ]),
    '',
  ].join('\n')
}

function lines({ where, finding, ending }: MetricSentences): string[] {
  return [`  ${where}`, `      ${finding.message}`, `      ${finding.diagnosis}`, `      ${ending}`]
}

function causes({ diagnoses }: CheckType): string[] {
  return Object.entries(diagnoses).map(([cause, diagnosis]) => `  ${cause}\n      ${diagnosis}`)
}
