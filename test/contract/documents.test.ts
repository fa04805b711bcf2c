// Rules for everything written in Markdown: plain sentences, links that lead somewhere, paths that exist.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkout } from '../kit/lapwing/process.ts'

const folders = ['bench', 'bin', 'browser', 'cli', 'docs', 'scripts', 'sdk', 'src', 'test', 'web/src']
const files = folders.flatMap((folder) => filesBelow(folder))
const atRoot = readdirSync(checkout).filter((name) => name.endsWith('.md'))
const documents = [...atRoot, ...files.filter((path) => path.startsWith('docs/') && path.endsWith('.md'))]
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

function filesBelow(folder: string): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

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
  const known = new Set(files.flatMap((path) => endings(path)))

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('name only paths that exist: %s', (document) => {
    const paths = [...read(document).matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)+\/?)`/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(10)
    const exists = (path: string): boolean => known.has(path.replace(/\/$/, '')) || existsSync(join(checkout, path))
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  it('list every module', () => {
    const modules = readdirSync(join(checkout, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const architecture = read('ARCHITECTURE.md')
    expect(modules.map(({ name }) => name).filter((name) => !architecture.includes(`\n  ${name}/ `))).toEqual([])
  })

  it('list every decision', () => {
    const list = read('docs/decisions/README.md')
    const decisions = readdirSync(join(checkout, 'docs/decisions')).filter((name) => /^\d/.test(name))
    expect(decisions.filter((name) => !list.includes(`(${name})`))).toEqual([])
  })
})

/** Every way to name a file or one of its folders in short: `engine/probe/tries`, `probe/tries.ts`, `engine/probe`. */
function endings(path: string): string[] {
  const parts = path.split('/')
  const bare = parts.at(-1)!.replace(/\.\w+$/, '')
  return parts.flatMap((_part, end) =>
    parts.slice(0, end).flatMap((_folder, start) => {
      const folder = parts.slice(start, end).join('/')
      return end === parts.length - 1 ? [folder, `${folder}/${parts.at(-1)!}`, `${folder}/${bare}`] : [folder]
    }),
  )
}

it('hosted CI runs the command of the README, and may only read', () => {
  const workflow = read('.github/workflows/ci.yml')
  expect(workflow).toMatch(/^ +- run: npm test$/m)
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n$/m)
  for (const [, action] of workflow.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@(v\d+|[0-9a-f]{40})$/)
  expect(statSync(join(checkout, '.devcontainer/devcontainer.json')).isFile()).toBe(true)
})
