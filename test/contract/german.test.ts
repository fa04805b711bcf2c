import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ChannelKind, MonitorType } from '../../web/src/api-types.ts'
import { channelProblems } from '../../src/channels/define.ts'
import { channelKinds } from '../../src/channels/index.ts'
import { configProblems } from '../../src/checks/define.ts'
import { readTarget } from '../../src/checks/targets.ts'
import { checks } from '../../src/checks/index.ts'
import {
  asTheRuleSays,
  confirmedFrom,
  fasterThanUsual,
  silentLocation,
  usualDiagnoses,
  worseSinceDeployment,
} from '../../src/domain/alerting/diagnosis.ts'
import type { Fields } from '../../src/domain/field.ts'
import { catalog } from '../../src/operations/meta/catalog.ts'
import { entryOf } from '../../src/operations/channels/kinds.ts'
import { evidence } from '../../web/src/catalog/german/evidence.ts'
import { families } from '../../web/src/catalog/german/german.ts'
import { germanProblem } from '../../web/src/catalog/german/problems.ts'
import { untranslated } from './untranslated.ts'
import { translateKind, translateType } from '../../web/src/catalog/translate.ts'

const types = catalog(() => 1) as unknown as readonly MonitorType[]
const kinds = channelKinds.map((kind) => entryOf(kind)) as unknown as readonly ChannelKind[]
const german = families.flatMap((family) => Object.keys(family))

const samples = [-100, -1, 0, 1, 2, 3, 5, 10, 30, 100, 204, 301, 400, 401, 404, 429, 500, 1000, 1001, 1008, 1011]

/** What incidents may say that a value means. */
function diagnoses(): string[] {
  const own = checks.flatMap((check) => [
    ...Object.values(check.diagnoses),
    ...check.metrics.flatMap(({ diagnosis }) => {
      if (diagnosis === null || typeof diagnosis === 'string') return diagnosis ?? []
      if (typeof diagnosis !== 'function') return Object.values(diagnosis)
      return samples.flatMap((value) => diagnosis(value) ?? [])
    }),
  ])
  const others = [asTheRuleSays, fasterThanUsual, silentLocation, confirmedFrom('{}')]
  return [...own, ...Object.values(usualDiagnoses), ...others, worseSinceDeployment(true), worseSinceDeployment(false)]
}

/** Every text that somebody reads on a screen, with the type it is of. */
function texts(): { readonly text: string; readonly type: string }[] {
  const found: { text: string; type: string }[] = []
  const note = (text: string, type = ''): string => {
    found.push({ text, type })
    return text
  }
  for (const type of types) translateType(note, type)
  for (const kind of kinds) translateKind(note, kind)
  for (const diagnosis of diagnoses()) note(diagnosis)
  for (const { type, phases } of checks) for (const { label } of phases) note(label, type)
  return found.filter(({ text }) => text !== '')
}

it('says every text of the catalog in German, and nothing that the catalog no longer says', () => {
  const known = new Set([...german, ...untranslated])
  const missing = texts().filter(({ text, type }) => !known.has(text) && !known.has(`${type}|${text}`))
  expect([...new Set(missing.map(({ text }) => text))], 'each is a line in web/src/catalog/german/').toEqual([])
  const said = new Set(texts().flatMap(({ text, type }) => [text, `${type}|${text}`]))
  expect(
    [...known].filter((text) => !said.has(text)),
    'lines that can go',
  ).toEqual([])
})

it('says each of them once', () => {
  const all = [...german, ...untranslated]
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
})

it('names every part of evidence in German, and none that no check has', () => {
  const root = join(import.meta.dirname, '../../src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter(
      (file) => /^(checks|net|protocols|browsers|domain|engine)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
    )
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const written = sources.matchAll(/\bevidence(?:\.(\w+)|\['(\w+)'\]) \??\??= |\.show\('(\w+)'/g)
  const keys = new Set([...written].map(([, dotted, quoted, shown]) => (dotted ?? quoted ?? shown)!))
  expect(keys.size).toBeGreaterThan(50)
  const unnamed = [...keys].filter((key) => !(key in evidence))
  expect(unnamed, 'each is a line in web/src/catalog/german/evidence.ts').toEqual([])
  expect(Object.keys(evidence).filter((key) => !new RegExp(`\\b${key}\\b`).test(sources))).toEqual([])
})

it('says in German what is wrong with a field', () => {
  const found = new Set<string>()
  const note = (problems: readonly string[]): void => {
    for (const problem of problems) found.add(problem.slice(problem.indexOf(': ') + 2))
  }
  for (const check of checks) {
    const target = readTarget(check.target, check.target.examples[0])
    for (const wrong of ['', 'x y', 'a:99999', 'co.uk', 'https://user:pw@x.example/']) {
      const read = readTarget(check.target, wrong)
      if ('problem' in read) note([`target: ${read.problem}`])
    }
    for (const config of wrongConfigs(check.config)) note(configProblems(check, config, target))
  }
  for (const kind of channelKinds) for (const config of wrongConfigs(kind.config)) note(channelProblems(kind, config))
  expect(found.size).toBeGreaterThan(100)
  expect([...found].filter((problem) => germanProblem(problem) === problem && !isOfCalendar(problem))).toEqual([])
})

/** One value for all of them, and one that may do for one alone, which others may be needed for. */
function wrongConfigs(fields: Fields): Record<string, unknown>[] {
  const keys = Object.keys(fields)
  return [
    ...[...wrongPlain, ...wrongObjects].map((value) => Object.fromEntries(keys.map((key) => [key, value]))),
    ...keys.map((key) => ({ [key]: fields[key]!.notes.type === 'boolean' ? true : 'x' })),
  ]
}

const wrongPlain = [null, 0.5, -1, 1e12, true, '', 'x y\nz', '((', 'x', 'https://user:pw@x.example/', 'x'.repeat(5000)]

const wrongObjects = [
  {},
  [''],
  ['x y', '(('],
  [{}],
  Array.from({ length: 200 }, () => 'x'),
  [{ key: 'a b', value: 'x\n', name: 'a b' }],
  [{ days: [0], from: '09:00', to: '09:00' }],
  [{ days: [9], from: '9', to: '25' }],
]

/** What systemd would say of an expression, in its own words. */
const isOfCalendar = (problem: string): boolean => /is neither a weekday nor|is not year-month-day/.test(problem)
