// Rules for everything written in Markdown: plain sentences, and links that lead somewhere.
import { existsSync, globSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastRelease } from '../kit/lapwing/last-release.ts'
import { checkout } from '../kit/lapwing/process.ts'

const documents = globSync('{*.md,{bench,deploy,docs,sdk}/**/*.md}', { cwd: checkout, exclude: ['**/node_modules'] })
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

const withoutCode = (text: string): string =>
  text.replaceAll(/^( *)```[^]*?^\1```$/gm, '').replaceAll(/`(?:[^`\n]|\n(?!\n))*`/g, '')

describe('every document', () => {
  it('begins no sentence with a relative pronoun or an inverted phrase', () => {
    // A capital letter in the middle of a sentence is none of these words, so each one begins a sentence.
    const inverted = /\b(?:Whoever|Whom|Whose|Of those|Of several)\b.{0,40}/g
    const found = documents.flatMap((path) =>
      [...withoutCode(read(path)).matchAll(inverted)].map(([words]) => `${path}: ${words}`),
    )
    expect(found).toEqual([])
  })

  it('has one title, and it comes first', () => {
    const titles = (path: string): string[] => withoutCode(read(path)).match(/^# .*$/gm) ?? []
    expect(documents.filter((path) => titles(path).length !== 1 || !read(path).startsWith('# '))).toEqual([])
  })

  it('links only to files and headings that exist', () => {
    expect(documents.flatMap((path) => brokenLinks(path))).toEqual([])
  })
})

function brokenLinks(path: string): string[] {
  const targets = [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(path, target))
    .map((to) => `${path}: ${to}`)
}

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), file))
  if (!existsSync(join(checkout, path))) return false
  return anchor === undefined || (path.endsWith('.md') && anchorsOf(path).has(anchor))
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(path: string): Set<string> {
  const headings = read(path)
    .replaceAll(/^( *)```[^]*?^\1```$/gm, '')
    .matchAll(/^#+ (.*)$/gm)
  return new Set(
    [...headings].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

describe('the documents for developers', () => {
  it('list every module', () => {
    const modules = readdirSync(join(checkout, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const architecture = read('ARCHITECTURE.md')
    expect(modules.map(({ name }) => name).filter((name) => !architecture.includes(`\n  ${name}/ `))).toEqual([])
  })

  it('list every page about the inside', () => {
    const list = read('docs/internals/README.md')
    const others = readdirSync(join(checkout, 'docs/internals')).filter((name) => name !== 'README.md')
    expect(others.filter((name) => !list.includes(`(${name})`))).toEqual([])
  })

  const decisions = readdirSync(join(checkout, 'docs/decisions')).filter((name) => name.endsWith('.md'))

  it('list every decision, and which of them are superseded', () => {
    const list = read('docs/decisions/README.md')
    const records = decisions.filter((name) => name !== 'README.md')
    expect(records.filter((name) => !list.includes(`(${name})`))).toEqual([])
    const isSuperseded = (name: string): boolean => /^\*Superseded (in part )?by /m.test(read(`docs/decisions/${name}`))
    const listed = records.filter((name) => new RegExp(`\\(${name}\\):\\s+superseded`).test(list))
    expect(listed).toEqual(records.filter(isSuperseded))
  })

  it('are short: the map has at most 1,800 words, all decisions have 25,000', () => {
    const words = (path: string): number => read(path).trim().split(/\s+/).length
    expect(words('ARCHITECTURE.md')).toBeLessThanOrEqual(1800)
    const sum = decisions.reduce((total, name) => total + words(`docs/decisions/${name}`), 0)
    expect(sum).toBeLessThanOrEqual(25_000)
  })
})

it('the newest release of the changelog is the one whose code and schema the tests run', () => {
  const [, newest] = read('CHANGELOG.md').match(/^## (\d+\.\d+\.\d+) /m)!
  expect([lastRelease.version, JSON.parse(read('package.json')).version]).toEqual([newest, newest])
})

it('hosted CI runs the command of the README', () => {
  expect(read('.github/workflows/ci.yml')).toMatch(/^ +- run: npm test$/m)
  expect(statSync(join(checkout, '.devcontainer/devcontainer.json')).isFile()).toBe(true)
})
