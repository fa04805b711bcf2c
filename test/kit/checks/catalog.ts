// The table every monitor type's catalog entry is tried with.
import { describe, expect, it } from 'vitest'
import { type CheckType, configProblems } from '../../../src/checks/define.ts'
import { readTarget } from '../../../src/checks/targets.ts'
import { lifeKeys } from '../../../src/domain/checking/certificate-life.ts'
import { findMetric } from '../../../src/domain/metric.ts'

type Config = Record<string, unknown>

interface CatalogTable {
  targets: { accepted: string[]; refused: [input: string, reason: string | RegExp][] }
  /** A config that is fit to be kept; the cases below are laid over it. */
  base?: Config
  /** For every key of the type: values that are kept and values that are refused with this message. */
  config: Record<string, { accept: unknown[]; reject: [value: unknown, message: string | RegExp][] }>
  /** Whole configs that break a rule between keys. */
  combinations?: { accept?: Config[]; reject?: [config: Config, message: string | RegExp][] }
  /** Rules as `name: metric operator value severity`, per config. */
  rules: [config: Config, rules: string[]][]
  /** Exactly the metric spellings a rule may use, aliases included, `success` left out. */
  metrics: string[]
}

const everywhere = [
  'notificationGroupIds',
  'confirmationThreshold',
  'durationWindow',
  'repeatIntervalSeconds',
  'expiryReminderDays',
]

/** Wherever the days of a certificate are measured, its lifetime is. */
function lifetimeBeside(name: string, { metrics }: CheckType): string[] {
  const found = findMetric(metrics, name)
  if (found?.metric !== name || found.scrapedExpiry === 'domain') return []
  const beside = Object.values(lifeKeys(found.key)).filter((other) => other !== found.key)
  return beside.map((other) => `metrics['${other}']`)
}

export function tryCatalogEntry(check: CheckType, table: CatalogTable): void {
  const target = readTarget(check.target, check.target.examples[0])
  const problemsOf = async (config: Config): Promise<string[]> => {
    const found = configProblems(check, config, target)
    return found.length > 0 ? found : (await check.readSteps(config)).problems.map((text) => `config.${text}`)
  }
  const problems = (config: Config): Promise<string[]> => problemsOf({ ...table.base, ...config })

  describe(`the ${check.type} catalog entry`, () => {
    it.each([...check.target.examples, ...table.targets.accepted])('takes the target %j', (input) => {
      expect(check.target.parse(input)).toHaveProperty('target')
    })

    it.each([...check.target.refused, ...table.targets.refused])('refuses the target %j', (input, reason) => {
      expect(check.target.parse(input)).toEqual({
        problem: typeof reason === 'string' ? reason : expect.stringMatching(reason),
      })
    })

    it('is tried with each of its keys', () => {
      const own = Object.keys(check.config).filter((key) => !everywhere.includes(key))
      expect(Object.keys(table.config).sort()).toEqual(own.sort())
    })

    const accepted = Object.entries(table.config).flatMap(([key, cases]) =>
      cases.accept.map((value) => [key, value] as const),
    )
    it.each(accepted)('keeps config.%s = %j', async (key, value) => {
      expect(await problems({ [key]: value })).toEqual([])
    })

    const rejected = Object.entries(table.config).flatMap(([key, cases]) =>
      cases.reject.map(([value, message]) => [key, value, message] as const),
    )
    it.each(rejected)('refuses config.%s = %j', async (key, value, message) => {
      expect((await problems({ [key]: value })).join('; ')).toMatch(message)
    })

    for (const config of table.combinations?.accept ?? [])
      it(`keeps ${JSON.stringify(config)}`, async () => expect(await problemsOf(config)).toEqual([]))
    for (const [config, message] of table.combinations?.reject ?? [])
      it(`refuses ${JSON.stringify(config)}`, async () =>
        expect((await problemsOf(config)).join('; ')).toMatch(message))

    it('refuses a key it does not know', async () => {
      expect(await problems({ surprise: 1 })).toContain('config.surprise: unsupported field')
    })

    it.each(table.rules)('starts with its documented rules for %j', (config, rules) => {
      const made = check.defaultRules.filter((rule) => rule.when?.holds(config) ?? true)
      expect(
        made.map((rule) => `${rule.name}: ${rule.metric} ${rule.operator} ${rule.value} ${rule.severity}`),
      ).toEqual(rules)
    })

    it('offers exactly the documented metrics', () => {
      const offered = check.metrics
        .filter((metric) => metric.key !== 'success')
        .flatMap((metric) => [metric.metric, ...metric.aliases])
      const documented = table.metrics.flatMap((name) => [name, ...lifetimeBeside(name, check)])
      expect(offered.sort()).toEqual(documented.sort())
    })

    it('has default rules on metrics it measures, inside their range, with operators they take', () => {
      for (const rule of check.defaultRules) {
        const metric = findMetric(check.metrics, rule.metric)
        expect(metric, rule.metric).toBeDefined()
        expect(metric?.operators).toContain(rule.operator)
        const value = Number(rule.value)
        if (!Number.isNaN(value))
          expect(value >= (metric?.min ?? 0) && value <= (metric?.max ?? 0), rule.name).toBe(true)
      }
    })

    it('explains itself: every key and metric has a sentence, every default is acceptable', () => {
      for (const [key, field] of Object.entries(check.config)) {
        expect(field.notes.description.length, key).toBeGreaterThan(10)
        if (field.notes.default !== null) expect(field.schema.safeParse(field.notes.default).success, key).toBe(true)
      }
      for (const metric of check.metrics) expect(metric.description.length, metric.key).toBeGreaterThan(5)
    })
  })
}
