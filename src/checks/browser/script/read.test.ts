import { describe, expect, it } from 'vitest'
import { readScript, stepSlug } from './read.ts'

const head = "import { test } from '@playwright/test'\n"
const one = `${head}test('a', async () => {})\n`

async function messages(source: string): Promise<string[]> {
  return (await readScript(source)).problems.map(({ line, message }) => `line ${line}: ${message}`)
}

describe('a saved script', () => {
  it('is parsed for its tests and steps', async () => {
    const script = await readScript(`${head}test('a', async () => {
  await test.step('Log in', () => {})
  await test.step('Pay with card (4111 …)', () => {})
  await test.step('log-in', () => {})
})`)
    expect(script).toEqual({
      problems: [],
      awaits: false,
      tests: [{ title: 'a', line: 2 }],
      steps: [
        { title: 'Log in', line: 3, slug: 'log_in' },
        { title: 'Pay with card (4111 …)', line: 4, slug: 'pay_with_card_4111' },
        { title: 'log-in', line: 5, slug: 'log_in' },
      ],
    })
  })

  it('is not run', async () => {
    const source = `${one}process.exit(3)\nthrow new Error('ran')`
    expect(await readScript(source)).toMatchObject({ problems: [], tests: [{ title: 'a' }] })
  })

  it('can contain regular expressions and big integers', async () => {
    expect(await messages(`${one}const a = 10n ** 20n, b = /x(?<y>z)/v`)).toEqual([])
  })

  it('can be 64 KB long, in bytes', async () => {
    const fill = (bytes: number) => `${one}//${'x'.repeat(bytes - one.length - 2)}`
    expect(await messages(fill(65_536))).toEqual([])
    expect(await messages(fill(65_537))).toEqual(['line 3: is larger than the 64 KB a script can have'])
    expect(await messages(`${one}//${'é'.repeat(33_000)}`)).toEqual([
      'line 3: is larger than the 64 KB a script can have',
    ])
    expect(await messages('\n'.repeat(70_000))).toEqual(['line 65537: is larger than the 64 KB a script can have'])
  })
})

describe('a hostile script', () => {
  const full = (text: string) => text.repeat(Math.floor(65_536 / text.length))
  const around = (before: string, inside: string, after: string) => {
    const depth = Math.floor((65_536 - inside.length) / (before.length + after.length))
    return before.repeat(depth) + inside + after.repeat(depth)
  }
  const junk = String.fromCharCode(...Array.from({ length: 30_000 }, (_, i) => (i * 7919) % 256))
  const tooComplex = /^line 1: is nested too deeply/

  it.each([
    ['open parentheses', full('('), /^line 1: (syntax error|is nested too deeply)/],
    ['open functions', full('()=>{'), /^line 1: (syntax error|is nested too deeply)/],
    ['open templates', full('`${'), /^line 1: (syntax error|is nested too deeply)/],
    ['nested lists', around('[', '', ']'), tooComplex],
    ['nested blocks', around('{', '', '}'), tooComplex],
    ['nested callbacks', around('f(function(){', '', '})'), tooComplex],
    ['a chain of calls', `a${full('()').slice(2)}`, tooComplex],
    ['a chain of assignments', `${full('a=').slice(2)}1`, tooComplex],
    ['nested patterns', `let ${around('[', 'a', ']').slice(5, -5)}=1`, /^line 1: /],
    ['text the parser needs minutes for', full('a<'), tooComplex],
    ['binary junk', junk, /^line 1: syntax error/],
    ['thousands of tests', head + 'test();'.repeat(9000), 'line 2: is test 11; a script can have at most 10'],
  ])('of %s is rejected without damage', async (_, source, problem) => {
    expect((await messages(source))[0]).toMatch(problem)
  })
})

describe('the slug of a step', () => {
  it.each([
    ['Log in', 'log_in'],
    ['  Add 2 × "Tea" to cart!  ', 'add_2_tea_to_cart'],
    ['Überprüfe die Größe', 'uberprufe_die_gro_e'],
    ['already_a_slug_1', 'already_a_slug_1'],
    ['x'.repeat(80), 'x'.repeat(64)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ])('of %j is %s', (title, slug) => {
    expect(stepSlug(title)).toBe(slug)
  })

  it('differs for titles without Latin letters', () => {
    expect(stepSlug('登录')).toMatch(/^step_[0-9a-f]{8}$/)
    expect(stepSlug('登录')).toBe(stepSlug('登录'))
    expect(stepSlug('登录')).not.toBe(stepSlug('支付'))
  })
})

it('parses a few scripts at a time and rejects the rest with a retry delay', async () => {
  const reading = Array.from({ length: 8 }, (_, n) => readScript(`${one}// ${n}`))
  const outcomes = await Promise.allSettled(reading)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rate_limited' } })
})
