// Plain names and comments (CONTRIBUTING.md): what can be checked of them without reading.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const generated = /^(sdk\/src\/api|web\/src\/api-types)(\.ts$|\/)/

interface SourceFile {
  readonly path: string
  readonly lines: readonly string[]
}

function filesBelow(...folders: string[]): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...folders]
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  return paths
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !generated.test(path))
    .flatMap((path) => {
      try {
        return [{ path, lines: readFileSync(join(root, path), 'utf8').split('\n') }]
      } catch {
        // It was deleted, and that is not committed yet.
        return []
      }
    })
}

const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path)
const server = filesBelow('src').filter((file) => !isTest(file))
const all = filesBelow('src', 'web/src', 'browser', 'sdk', 'cli', 'test', 'bench', 'scripts', 'bin')

function matchesIn(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const found = pattern.exec(line)
      return found ? [`${path}:${index + 1}: ${found[1] ?? found[0]}`] : []
    }),
  )
}

const typeDeclaration = /^(?:export )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)/

describe('type names', () => {
  it('are declared once in src', () => {
    const places = new Map<string, Set<string>>()
    for (const { path, lines } of server)
      for (const line of lines) {
        const name = typeDeclaration.exec(line)?.[1]
        if (name) places.set(name, (places.get(name) ?? new Set()).add(path))
      }
    const repeated = [...places].filter(([, paths]) => paths.size > 1)
    expect(Object.fromEntries(repeated.map(([name, paths]) => [name, [...paths]]))).toEqual({})
  })

  it('say what the type holds', () => {
    const vague =
      /^(Asked|Seen|Shown|Look|Kept|Found|Told|Verdict|Held|Known|Given|Done|Parts|Options|Words|Heard|Ground)$/
    const figurative = /(Door|Story|Stories|Letter|Letters|News|Flock|Trouble|Troubles)$/
    const names = matchesIn([...server, ...filesBelow('web/src')], typeDeclaration)
    expect(names.filter((one) => vague.test(nameIn(one)) || figurative.test(nameIn(one)))).toEqual([])
  })

  const nameIn = (match: string): string => match.slice(match.lastIndexOf(' ') + 1)
})

describe('identifiers', () => {
  const figurative = 'told|untold|heard|door|flock|anew|complaint'
  const capitalized = figurative.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())
  const pattern = new RegExp(`\\b((?:${figurative})(?:[A-Z]\\w*)?|[a-z]\\w*(?:${capitalized})(?:[A-Z]\\w*)?)\\b`)

  it('and the sentences beside them use the nouns of the trade', () => {
    expect(matchesIn([...server, ...filesBelow('web/src', 'cli', 'browser')], pattern)).toEqual([])
  })

  const own = (path: string): boolean => /^test\/(simulation|words)\//.test(path)
  const tests = [...filesBelow('test'), ...filesBelow('src').filter(isTest)].filter(({ path }) => !own(path))

  it('of tests do so as well, but for those of the simulation', () => {
    expect(matchesIn(tests, pattern)).toEqual([])
  })

  it('are not declared with a word that sentences may have', () => {
    const words = 'asked|unheard|complains|complaints|news|story|stories|troubles?|troubled'
    const inNames = words.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())
    const declared = String.raw`\b(?:const|let|function|interface|type|class|private|static) (?:\{[^}]*\b|\[[^\]]*\b)?`
    const name = String.raw`((?:(?:${words})(?![a-z])|(?:[A-Za-z]*[a-z])?(?:${inNames})(?![a-z]))\w*)`
    const sources = [...server, ...tests, ...filesBelow('web/src', 'cli', 'browser', 'bench', 'scripts')]
    const found = matchesIn(sources, new RegExp(declared + name))
    // The answer of an import of subscribers has this field.
    const exceptions = /^(src\/operations|test\/spec)\/status-pages\/.*: asked$/
    expect(found.filter((one) => !exceptions.test(one))).toEqual([])
  })
})

describe('file names', () => {
  it('use the nouns of the trade', () => {
    const figurative =
      /(^|-)(door|doors|story|letter|letters|news|flock|troubles|look|looks|asked|told|heard|seen)(-|\.|$)/
    expect(all.map(({ path }) => path).filter((path) => figurative.test(basename(path)))).toEqual([])
  })
})

describe('limits', () => {
  it('are named max and min', () => {
    const declared = /\b(?:const|let|readonly) ((?:most|largest|longest|shortest|smallest|fewest|least)(?:[A-Z]\w*)?)\b/
    // Largest packet numbers are the protocol's own word; the report's fewest and most are measured, not limits.
    const exceptions = ['src/net/quic/', 'src/store/reports/measurements.ts']
    const found = matchesIn(server, declared)
    expect(found.filter((one) => !exceptions.some((path) => one.startsWith(path)))).toEqual([])
  })
})

describe('comments', () => {
  it('begin with a subject, not with Whoever, Whom, Whose, Of those or Of several', () => {
    const opening = /^\s*(?:\/\/|\/?\*\*?)\s*(?:.*\. )?((?:Whoever|Whom|Whose|Of those|Of several)\b.*)/
    expect(matchesIn(all, opening)).toEqual([])
  })
})

describe('lines', () => {
  const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line)
  const longLines = (files: readonly SourceFile[], counts: (line: string) => boolean): string[] =>
    files.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (counts(line) && [...line].length > 120 ? [`${path}:${index + 1}`] : [])),
    )

  it('of comments have at most 120 columns', () => {
    expect(longLines(all, isComment)).toEqual([])
  })

  it('of the dashboard have at most 120 columns', () => {
    const screens = filesBelow('web/src').filter((file) => !isTest(file))
    // A key of the German catalog is the server's English text, which is one string.
    expect(longLines(screens, (line) => !/['"]:$/.test(line))).toEqual([])
  })
})
