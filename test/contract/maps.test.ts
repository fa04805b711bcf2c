// The pages for developers name only what exists: paths, npm scripts, and identifiers where their section says.
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkout } from '../kit/lapwing/process.ts'

const folders = ['bench', 'bin', 'browser', 'cli', 'deploy', 'docs', 'scripts', 'sdk', 'src', 'test', 'web/src']
const files = folders.flatMap((folder) => filesBelow(folder))
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...files.filter((path) => /^docs\/internals\/.*\.md$/.test(path))]

function filesBelow(folder: string): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    return entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
  })
}

/** Where the identifiers of a section are declared, if not anywhere. */
const scopes: Record<string, readonly string[]> = {
  'Add a monitor type': [
    'src/checks/',
    'src/domain/',
    'src/net/',
    'test/kit/checks/',
    'test/kit/resources/monitors.ts',
  ],
  'Add a channel': ['src/channels/', 'test/kit/'],
  'Add an operation': ['src/operations/registry/', 'test/kit/'],
  'Add a field': ['src/domain/', 'src/operations/registry/', 'web/src/parts/vocabulary/'],
  'Add a screen': ['web/src/', 'test/kit/browser/browser.ts'],
}
/** What vitest and React Query declare. */
const imported = ['expect.poll', 'useQuery']

const known = new Set(files.flatMap((path) => shortNames(path)))
const sources = files
  .filter((path) => /\.(tsx?|mjs|sql)$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: read(path) }))
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Every way to name a file or one of its folders in short: `engine/probe/tries`, `probe/tries.ts`, `tries.ts`. */
function shortNames(path: string): string[] {
  const parts = path.split('/')
  const names = parts.map((_part, start) => parts.slice(start).join('/'))
  const inFolder = parts.flatMap((_part, end) =>
    parts.slice(0, end).map((_folder, start) => parts.slice(start, end).join('/')),
  )
  return [
    ...names,
    ...names.filter((name) => name.includes('/')).map((name) => name.replace(/\.\w+$/, '')),
    ...inFolder,
  ]
}

const isPath = (code: string): boolean => /^[\w.<>*-]+(\/[\w.<>*-]*)+$|^[\w<>-]+\.(tsx?|mjs|md|json|sql)$/.test(code)

/** Whether a path exists; of one with a placeholder, what comes before it. */
function exists(path: string): boolean {
  const fixed = path.replace(/\/?[^/]*<.*$/, '').replace(/\/$/, '')
  return fixed === '' || known.has(fixed) || existsSync(join(checkout, fixed))
}

function wrongCommand(command: string): boolean {
  const [, script = '', args = ''] = command.match(/npm (?:run )?([\w:]+)(?: -- ([^#]*))?/)!
  if (!(script in scripts)) return true
  const names = args.split(' ').filter((part) => part !== '' && !part.startsWith('-'))
  if (script === 'bench') return names.slice(0, 1).some((name) => !existsSync(join(checkout, `bench/${name}.ts`)))
  if (script !== 'test:quick') return false
  const patterns = names
    .filter((part) => !part.includes('<'))
    .map((part) => part.split('/').map(RegExp.escape).join('.*/.*'))
  return patterns.some((pattern) => !files.some((path) => new RegExp(`${pattern}.*\\.test\\.ts$`).test(path)))
}

/** The identifiers in a piece of code, without what is in quotes. */
function identifiersIn(code: string): string[] {
  const plain = code.replaceAll(/'[^']*'|"[^"]*"|\.\.\./g, '')
  if (!/^[\w$]+$|[({<=]/.test(plain)) return []
  return [...plain.matchAll(/[A-Za-z_][\w]{2,}/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'true' && !known.has(name))
}

/** Whether something of this name is declared: a value, a type, a member, a column, or an environment variable. */
function isDeclared(name: string, { text }: { text: string }): boolean {
  if (!text.includes(name)) return false
  if (/^[A-Z_]+$|_/.test(name)) return new RegExp(`\\b${name}\\b`).test(text)
  const value = `^(?:export )?(?:async )?(?:const|function|class|interface|type|create (?:unlogged )?table) ${name}\\b`
  const member = `^  (?:readonly |async |get )*${name}[?]?[:(<]`
  return new RegExp(`${value}|${member}`, 'm').test(text)
}

const isCommand = (code: string): boolean => /^(?:[A-Z_]+=\S+ )*npm (?:run \w|test|start)/.test(code)

it('every document names npm scripts, benches and tests that exist', () => {
  const documents = globSync('{*.md,{bench,deploy,docs,sdk}/**/*.md}', { cwd: checkout, exclude: ['**/node_modules'] })
  const codes = documents.flatMap((path) => [...read(path).matchAll(/`([^`]+)`|^(npm [^|]*)$/gm)])
  const commands = codes.map(([, code, line]) => (code ?? line)!.replaceAll(/\s+/g, ' ')).filter(isCommand)
  expect(commands.filter(wrongCommand)).toEqual([])
})

describe.each(pages)('%s', (page) => {
  const sections = read(page)
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split(/^## /m)
    .filter((text) => !text.startsWith('Write documentation'))
    .map((text) => ({
      title: text.split('\n', 1)[0]!,
      codes: [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replaceAll(/\s+/g, ' ')),
    }))
  const codes = sections.flatMap((section) => section.codes)

  it('names paths that exist', () => {
    expect(codes.filter((code) => isPath(code) && !exists(code))).toEqual([])
  })

  it('names identifiers that are declared', () => {
    const unknown = sections.flatMap(({ title, codes: all }) => {
      const scope = scopes[title]
      const here = scope ? sources.filter(({ path }) => scope.some((start) => path.startsWith(start))) : sources
      const names = all
        .filter((code) => !isPath(code) && !isCommand(code) && !imported.includes(code))
        .flatMap(identifiersIn)
      return [...new Set(names)]
        .filter((name) => !here.some((source) => isDeclared(name, source)))
        .map((name) => `${title}: ${name}`)
    })
    expect(unknown).toEqual([])
  })
})
