import { describe, expect, it } from 'vitest'
import { checks } from '../../src/checks/index.ts'
import { asTheRuleSays, usualDiagnoses } from '../../src/domain/alerting/diagnosis.ts'
import { endingOf, findingOf } from '../../src/domain/alerting/finding.ts'
import { exampleOf } from './examples.ts'
import { page, seenAs, findingsOf } from './page.ts'

const objections: readonly (readonly [string, RegExp])[] = [
  ['has a place that was not filled in', /[{}]|undefined|NaN|null|<slug>|\[object/],
  ['says a word twice', /\b(\w+) \1\b/i],
  ['answers with yes or no', /\bis (yes|no)(?= \(|$|,)/],
  ['has spaces or stops that do not belong there', /\s{2}|^\s|\s$|\.\.| [.,;:)]|\( /],
  ['has letters that a text message cannot carry', /[^\x20-\x7e°]/],
  ['has more than fits on a screen', /^.{201}/],
  ['has a bracket without its other', /^[^(]*\)|\([^)]*$/],
]

const problemsOf = (text: string, more: readonly (readonly [string, RegExp])[]): string[] =>
  [...objections, ...more].filter(([, pattern]) => pattern.test(text)).map(([what]) => `${what}: ${text}`)

const message = (text: string): string[] => problemsOf(text, [['is a line and ends like none', /[.,;:]$|^$/]])

const nextStep =
  /\b(check|look|see|read|ask|compare|renew|install|give|delete|add|publish|correct|switch|take|change|have|set|allow|restrict|send|try|find|replace|restart|save|exempt|choose|compare|accept|end|drop|make|raise|move|register|clean|call|begin|show|tell|wait|usually resolves|update|start|enable|disable|configure|remove|split|create|sign|fix|back|request)\b/i

const diagnosis = (text: string): string[] => [
  ...problemsOf(text, [['is no sentence', /^(?![A-Z])|[^.]$/]]),
  ...(nextStep.test(text) ? [] : [`does not say what to do next: ${text}`]),
]

describe('read aloud,', () => {
  it.each(checks.map((check) => [check.type, check] as const))(
    '%s says what happened and what to do',
    (_type, check) => {
      const found = findingsOf(check).flatMap(({ where, finding, ending }) =>
        [...message(finding.message), ...message(ending), ...diagnosis(finding.diagnosis)].map(
          (one) => `${where} ${one}`,
        ),
      )
      expect([...new Set(found)]).toEqual([])
      expect(Object.values(check.diagnoses).flatMap(diagnosis)).toEqual([])
    },
  )

  it.each(checks.map((check) => [check.type, check] as const))(
    '%s has words of its own for each metric',
    (_type, check) => {
      const counters = /\.error_count$/
      const wordless = check.metrics.filter(
        ({ key, says, diagnosis: own }) => says === null || (own === null && key !== 'success' && !counters.test(key)),
      )
      expect(
        wordless.map(({ key }) => key),
        'each metric needs `says` and `diagnosis`',
      ).toEqual([])
      const unsaid = findingsOf(check).filter(({ finding }) => finding.diagnosis === asTheRuleSays)
      expect(unsaid.map(({ where }) => where)).toEqual([])
    },
  )

  it.each(checks.map((check) => [check.type, check] as const))(
    '%s holds for any rule and any number',
    (_type, check) => {
      const found = check.metrics.flatMap((template) => {
        const example = exampleOf(check, template)
        const { metric } = example
        const numbers = [metric.min, metric.max, -1, 0, 1, 2, 0.5, 101, 404, 1e6, example.bad, example.good]
        return metric.operators.flatMap((operator) =>
          numbers.flatMap((number) => {
            const seen = seenAs(check, { metric, rule: { ...example.rule, operator } }, number)
            const { message: text, diagnosis: means, expected } = findingOf(seen)
            return [...message(text), ...diagnosis(means), ...message(expected), ...message(endingOf(seen).message)]
          }),
        )
      })
      expect([...new Set(found)]).toEqual([])
    },
  )

  it('every cause says what to do next', () => {
    expect(Object.values(usualDiagnoses).flatMap(diagnosis)).toEqual([])
  })

  it('all of it fits on one page', () => {
    const text = page()
    for (const { type } of checks) expect(text).toContain(`\n${type} (`)
    expect(text.length).toBeLessThan(200_000)
  })
})
