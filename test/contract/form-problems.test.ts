import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { checks } from '../../src/checks/index.ts'
import { channelKinds } from '../../src/channels/index.ts'
import { fieldProblems } from '../../src/domain/field-problems.ts'
import { problems, wording } from '../../src/domain/validation.ts'
import { operations } from '../../src/operations/index.ts'
import { germanProblem } from '../../web/src/catalog/german/problems.ts'
import { problemText } from '../../web/src/catalog/problem-text.ts'

const empty = [undefined, null, '', [], {}, [''], [{}]]
const tooMuch = [
  'x'.repeat(20_001),
  ['Ω '.repeat(3000)],
  -1,
  0.5,
  1e15,
  Array.from({ length: 300 }, () => 'x'),
  [{ x: 1 }],
  true,
]

const keysOf = (schema: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as { properties?: object }
  return Object.keys(properties)
}

/** What the API says of every form that is sent empty, or with more than it takes. */
function found(): Set<string> {
  const said = new Set<string>()
  const note = (all: readonly string[]): void => {
    for (const problem of all) said.add(problem.slice(problem.indexOf(': ') + 2))
  }
  for (const { body } of operations) {
    if (!body) continue
    const keys = keysOf(body)
    for (const value of [...empty, ...tooMuch]) {
      const parsed = body.safeParse(Object.fromEntries(keys.map((key) => [key, value])), { error: wording })
      if (!parsed.success) note(problems(parsed.error))
    }
  }
  for (const { config } of [...checks, ...channelKinds])
    for (const value of [...empty, ...tooMuch])
      note(fieldProblems(config, Object.fromEntries(Object.keys(config).map((key) => [key, value])), () => []))
  return said
}

const raw = /\(s\)|must contain at|Number must be|Expected \w|, received |Invalid value|ISO 8601|UUID|accepted forms$/

it('says in words of a form what is wrong with it, in both languages', () => {
  const said = [...found()]
  expect(said.length).toBeGreaterThan(150)
  expect(said.filter((text) => raw.test(text)).length).toBeGreaterThan(50)
  for (const translate of [problemText, germanProblem])
    expect(said.map(translate).filter((text) => raw.test(text))).toEqual([])
})

it('says it in German to a German reader', () => {
  // Only programs send neither.
  const english = [...found()].filter((text) => germanProblem(text) === text && !/^(must have either|xxx)/.test(text))
  expect(english).toEqual([])
})

it('shows what the API says in no other way', () => {
  // Two errors of our own parsers, and one sentence that the API says of a conflict.
  const known = ['error-text.ts', 'catalog/problems.ts', 'screens/monitor-editor/draft-text.tsx']
  const others = ['screens/contact-group/index.tsx', 'screens/report-schedules/schedule-card.tsx']
  const web = join(import.meta.dirname, '../../web/src')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const using = files.filter((file) => /\berror\.message\b/.test(readFileSync(join(web, file), 'utf8')))
  expect(using.toSorted()).toEqual([...known, ...others].toSorted())
})

it.each([
  ['String must contain at least 1 character(s)', 'Fill this in'],
  ['String must contain at most 50 character(s)', 'Enter at most 50 characters'],
  ['Array must contain at least 1 element(s)', 'Enter at least 1 entry'],
  ['Number must be greater than or equal to 5', 'Enter 5 or more'],
  ['Expected integer, received string', 'Enter a whole number'],
  ['Expected string or array, received number', 'Enter a text or a list'],
  ['Required; must be a hostname', 'Fill this in; Must be a hostname'],
])('says “%s” as “%s”', (text, words) => expect(problemText(text)).toBe(words))
