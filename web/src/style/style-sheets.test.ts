// All style sheets are loaded at once, so a rule of one screen must not apply to another one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(source, path), 'utf8')

interface Sheet {
  readonly path: string
  readonly selectors: readonly string[]
  /** The classes that begin a selector, such as `card` in `.card > header`. */
  readonly defined: ReadonlySet<string>
}

// The sheets of style/ are one: all screens share them.
const screens = globSync('{frame,parts,screens}/**/*.css', { cwd: source }).map((path) => sheetOf(path, read(path)))
const shared = sheetOf('style/', globSync('style/*.css', { cwd: source }).map(read).join('\n'))
const sheets = [shared, ...screens]

function sheetOf(path: string, text: string): Sheet {
  const heads = text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  const rules = [...heads].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'))
  const selectors = rules.flatMap(selectorsOf)
  const defined = selectors.flatMap((selector) => /^\.([\w-]+)(?=$|[\s:[])/.exec(selector)?.[1] ?? [])
  return { path, selectors, defined: new Set(defined) }
}

/** Each selector of a list; one that begins with `:is(…)` counts once for each of its alternatives. */
function selectorsOf(list: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of list) {
    depth += { '(': 1, ')': -1 }[letter] ?? 0
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.flatMap((part) => {
    const [, choices, rest = ''] = /^:is\(([^()]*)\)(.*)$/s.exec(part.trim()) ?? []
    return choices === undefined ? [part.trim()] : choices.split(',').map((choice) => choice.trim() + rest)
  })
}

const classesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[a-z](?:[\w-]|\\.)*)/gi)].map(([, name = '']) => name.replace('\\', ''))

it('sees each class of a list of selectors', () => {
  const { defined } = sheetOf(
    'a.css',
    '.a, .b:is(i, :not(u, s)) {} @media print { :is(.c, .d > e) .f,\n.g { color: red } }',
  )
  expect([...defined]).toEqual(['a', 'b', 'c', 'd', 'g'])
})

it('has no class that two sheets define', () => {
  const twice = sheets.flatMap(({ path, defined }) =>
    screens
      .filter((other) => other.path !== path)
      .flatMap((other) =>
        [...other.defined].filter((name) => defined.has(name)).map((name) => `.${name} of ${path} in ${other.path}`),
      ),
  )
  expect(twice).toEqual([])
})

it('has no rule of a screen that applies outside its own classes', () => {
  const leaks = screens.flatMap(({ path, selectors, defined }) =>
    selectors
      .filter((selector) => !classesOf(selector).some((name) => defined.has(name)))
      .map((selector) => `${path}: ${selector}`),
  )
  expect(leaks).toEqual([])
})

it('has no class that nothing uses', () => {
  const code = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (path) => !/\.test\.|messages|german|api-types/.test(path),
  )
  const strings = code.flatMap((path) => [...read(path).matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].map(([text]) => text))
  const used = new Set(strings.flatMap((text) => text.split(/[^\w.-]+/)))
  // Such as `f-${status}`.
  const beginnings = strings.flatMap((text) => [...text.matchAll(/([a-z-]+-)\$\{/g)].map(([, start = '']) => start))
  const isUsed = (name: string): boolean => used.has(name) || beginnings.some((start) => name.startsWith(start))
  const isOfUplot = (name: string): boolean => name.startsWith('u-')
  const unused = sheets.flatMap(({ path, selectors }) =>
    [...new Set(selectors.flatMap(classesOf))]
      .filter((name) => !isUsed(name) && !isOfUplot(name))
      .map((name) => `${path}: .${name}`),
  )
  expect(unused).toEqual([])
})
