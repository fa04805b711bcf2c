import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { parserOptions, readTree } from './tree.ts'

function read(source: string) {
  const { errors, program } = parseSync('script.ts', source, parserOptions)
  return readTree({ errors, program: { node: program } }, source)
}

const problems = (source: string): string[] =>
  read(source).problems.map(({ line, message }) => `line ${line}: ${message}`)
const tests = (source: string): string[] => read(source).tests.map(({ title, line }) => `${line} ${title}`)

const use = "import { test, expect } from '@playwright/test'"
const head = `${use}\n`

describe('the tests of a script', () => {
  const cases: [name: string, lines: string[], titles: string[]][] = [
    ['plain tests', [use, "test('a', async () => {})", 'test("b", () => {})'], ['2 a', '3 b']],
    ['a title in backticks', [use, `test(\`a\`, () => {})`], ['2 a']],
    [
      'a title made at run time, shown as its source',
      [use, `for (const n of [1]) test(\`visit \${n}\`, () => {})`],
      ['2 visit ${n}'],
    ],
    ['a title from a variable', [use, "test(name + '!', () => {})"], ["2 name + '!'"]],
    ['details between title and body', [use, "test('a', { tag: '@smoke' }, async () => {})"], ['2 a']],
    ['a body that is a name', [use, "test('a', journey)"], ['2 a']],
    [
      'only, skip, fixme and fail',
      [
        use,
        "test.only('a', f => {})",
        "test.skip('b', () => {})",
        "test.fixme('c', () => {})",
        "test.fail('d', () => {})",
        "test.fail.only('e', () => {})",
      ],
      ['2 a', '3 b', '4 c', '5 d', '6 e'],
    ],
    ['skip with details', [use, "test.skip('a', { tag: '@x' }, async () => {})"], ['2 a']],
    ['skip with a named body', [use, "test.skip('a', journey)"], ['2 a']],
    [
      'no test in marks',
      [
        use,
        "test('a', () => {",
        '  test.skip()',
        '  test.slow()',
        '  test.fail()',
        "  test.skip(isMobile, 'why')",
        "  test.fixme(true, 'later')",
        "  test.skip('reason', 'why')",
        "  test.skip(({ isMobile }) => isMobile, 'why')",
        "  test.slow(({ isMobile }) => isMobile, 'why')",
        '})',
      ],
      ['2 a'],
    ],
    ['no test in slow, which never declares one', [use, "test('a', () => {})", "test.slow('b', () => {})"], ['2 a']],
    [
      'groups, however deep',
      [
        use,
        "test.describe('x', () => {",
        "  test.describe.serial('y', () => {",
        "    test('a', () => {})",
        '  })',
        "  test('b', () => {})",
        '})',
        "test.describe(() => { test.only('c', () => {}) })",
      ],
      ['4 a', '6 b', '8 c'],
    ],
    [
      'groups that are skipped or alone',
      [
        use,
        "test.describe.skip('x', () => { test('a', () => {}) })",
        "test.describe.only('y', () => { test('b', () => {}) })",
        "test.describe.parallel('z', () => { test('c', () => {}) })",
      ],
      ['2 a', '3 b', '4 c'],
    ],
    [
      'no test in hooks, use and configuration',
      [
        use,
        "test.use({ locale: 'de' })",
        "test.describe.configure({ mode: 'serial' })",
        "test.beforeEach('x', async () => {})",
        'test.afterAll(() => {})',
        'test.setTimeout(1)',
        "test('a', () => {})",
      ],
      ['7 a'],
    ],
    [
      'an alias',
      ["import { test as it } from '@playwright/test'", "it('a', () => {})", "it.only('b', () => {})"],
      ['2 a', '3 b'],
    ],
    ['a quoted import name', ["import { 'test' as it } from '@playwright/test'", "it('a', () => {})"], ['2 a']],
    ['the default import', ["import it from '@playwright/test'", "it('a', () => {})"], ['2 a']],
    [
      'the whole module',
      [
        "import * as pw from '@playwright/test'",
        "pw.test('a', () => {})",
        "pw['test'].only('b', () => {})",
        "pw.default('c', () => {})",
      ],
      ['2 a', '3 b', '4 c'],
    ],
    ['require', ["const { test: it } = require('@playwright/test')", "it('a', () => {})"], ['2 a']],
    [
      'require of the whole module',
      [
        "const pw = require('@playwright/test')",
        'const { test } = pw',
        "pw.test('a', () => {})",
        "test('b', () => {})",
      ],
      ['3 a', '4 b'],
    ],
    ['import()', ["const { test } = await import('@playwright/test')", "test('a', () => {})"], ['2 a']],
    ['import = require()', ["import pw = require('@playwright/test')", "pw.test('a', () => {})"], ['2 a']],
    [
      'an extended test',
      [
        "import { test as base } from '@playwright/test'",
        'export const test = base.extend<{ shop: Shop }>({ shop: async ({}, use) => {} })',
        "test('a', ({ shop }) => {})",
      ],
      ['3 a'],
    ],
    [
      'an extension of an extension',
      [
        "import { test as base } from '@playwright/test'",
        'const one = base.extend({}), two = one.extend({}).extend({})',
        "two('a', () => {})",
      ],
      ['3 a'],
    ],
    [
      'merged tests',
      [
        "import { test as a, mergeTests } from '@playwright/test'",
        'const test = mergeTests(a, a.extend({}))',
        "test('a', () => {})",
      ],
      ['3 a'],
    ],
    [
      'a second name',
      [
        use,
        'const it = test, { only, describe: group } = test',
        "it('a', () => {})",
        "only('b', () => {})",
        "group('x', () => { it.skip('c', () => {}) })",
      ],
      ['3 a', '4 b', '5 c'],
    ],
    [
      'a choice of two',
      [
        use,
        'const maybe = process.env.CI ? test : test.skip',
        "maybe('a', () => {})",
        ";(slow ? test.skip : test)('b', () => {})",
      ],
      ['3 a', '4 b'],
    ],
    [
      'a name used above the line that makes it',
      [
        "import { test as base } from '@playwright/test'",
        "function all() { it('a', () => {}) }",
        'const it = base.extend({})',
        'all()',
      ],
      ['2 a'],
    ],
    [
      'TypeScript around the call',
      [
        use,
        "(test as any)('a', () => {})",
        "test!('b', () => {})",
        ";(test satisfies unknown)('c', () => {})",
        "test?.('d', () => {})",
      ],
      ['2 a', '3 b', '4 c', '5 d'],
    ],
    [
      'TypeScript everywhere',
      [
        "import { test, type Page } from '@playwright/test'",
        'interface Shop { url: string }',
        'enum Kind { A = 1 }',
        'type F = (test: string) => void',
        'const go = async <T,>(page: Page, x: T): Promise<void> => {}',
        "test('a', async ({ page }: { page: Page }) => { await go<number>(page, Kind.A as number) })",
      ],
      ['6 a'],
    ],
    [
      'plain JavaScript',
      [
        "const { test } = require('@playwright/test')",
        'function f(a, b) { return a < b && b > (a) }',
        "test('a', async function ({ page }) { f(1, 2) })",
      ],
      ['3 a'],
    ],
    [
      'no test in a function that is only called test',
      [
        use,
        "function own(test) { test('x', () => {}) }",
        '[1].forEach((test) => test(1))',
        "try {} catch (test) { test('y') }",
        "{ const test = console.log; test('z', 1) }",
        "test('a', () => {})",
      ],
      ['6 a'],
    ],
    [
      'no test in methods of other things',
      [use, "/x/.test('y')", "suite.test('z', () => {})", "test('a', () => {})"],
      ['4 a'],
    ],
    [
      'no test in text and comments',
      [use, "// test('x', () => {})", `const text = "test('y', () => {})"`, "test('a', () => {})"],
      ['4 a'],
    ],
  ]
  it.each(cases)('finds %s', (_, lines, titles) => {
    const source = lines.join('\n')
    expect(tests(source)).toEqual(titles)
    expect(problems(source)).toEqual([])
  })

  it.each([
    ['', ["line 1: has no test; declare one with test('title', async ({ page }) => { … })"]],
    ['// nothing yet', [expect.stringMatching(/^line 1: has no test/)]],
    [`${head}test.describe('x', () => {})`, [expect.stringMatching(/^line 1: has no test/)]],
    [
      "\ntest('a', () => {})",
      ["line 2: test is not imported; start with import { test, expect } from '@playwright/test'"],
    ],
    ["test.describe('x', () => { test('a', () => {}) })", [expect.stringMatching(/^line 1: test is not imported/)]],
  ])('rejects %j because it has no tests', (source, expected) => {
    expect(problems(source)).toEqual(expected)
  })

  it('has a limit of ten tests', () => {
    const many = (count: number) => head + Array.from({ length: count }, (_, i) => `test('t${i}', () => {})\n`).join('')
    expect(problems(many(10))).toEqual([])
    expect(problems(many(11))).toEqual(['line 12: is test 11; a script can have at most 10'])
    expect(problems(many(40))).toEqual(['line 12: is test 11; a script can have at most 10'])
    expect(tests(many(11))).toHaveLength(11)
  })

  const repeated = 'line 3: is repeated 11 times, which makes 11 tests; a script can have at most 10'
  it.each([
    ['a counting loop', 'for (let i = 0; i < 11; i++) {', '}', repeated],
    ['a counting loop that is short enough', 'for (let i = 1; i <= 10; i++) {', '}', null],
    ['a loop over an array', `for (const page of ${'[1,2,3,4,5,6,7,8,9,10,11]'}) {`, '}', repeated],
    [
      'a loop over a constant',
      'const pages = [1,2,3,4,5,6,7,8,9,10,11] as const; for (const page of pages) {',
      '}',
      repeated,
    ],
    [
      'the indexes of a constant',
      'const p = [1,2,3,4,5,6,7,8,9,10,11]; for (let i = 0; i < p.length; ++i) {',
      '}',
      repeated,
    ],
    ['forEach', '[1,2,3,4,5,6,7,8,9,10,11].forEach((page) => {', '})', repeated],
    [
      'loops in loops',
      'for (const a of [1, 2, 3]) test.describe(`${a}`, () => { for (const b of [1, 2, 3, 4]) {',
      '} })',
      'line 3: is repeated 12 times, which makes 12 tests; a script can have at most 10',
    ],
    ['a loop that skips elements', 'for (let i = 0; i < 40; i++) { if (i > 5) continue;', '}', null],
    ['an array of unknown length', 'for (const page of [...Array(40)]) {', '}', null],
  ])('counts tests in %s', (_, before, after, problem) => {
    const body = "test(`t ${Math.random()}`, async ({ page }) => { if (page) await page.goto('/') })"
    expect(problems(`${head}${before}\n${body}\n${after}`)).toEqual(problem ? [problem] : [])
  })
})

describe('the steps of a script', () => {
  it('are listed with their titles and lines, wherever they are', () => {
    const source = `${head}const { step } = test
const login = (page) => test.step('Log in', async () => {})
test('a', async ({ page }) => {
  await test.step("Open the shop", async () => {
    await test.step.skip(\`Look around\`, () => {}, { box: true })
  })
  await step('Pay', () => {})
  await test.step(\`Item \${1}\`, () => {})
  await page.step('not a step', () => {})
})`
    expect(read(source).steps).toEqual([
      { title: 'Log in', line: 3 },
      { title: 'Open the shop', line: 5 },
      { title: 'Look around', line: 6 },
      { title: 'Pay', line: 8 },
    ])
  })
})

it.each([
  ["const { test } = await import('@playwright/test')", true],
  [`${use}\nfor await (const line of lines) console.log(line)`, true],
  [`${use}\nif (process.env.READY) { await ready }`, true],
  [`${use}\ntest('a', async () => { await page; for await (const a of b) await a })`, false],
  [`${use}\nclass Shop { async open() { await page } }\nasync function buy() { await page }`, false],
])('top-level await requires a module: %s', (source, awaits) => {
  expect(read(source).awaits).toBe(awaits)
})
