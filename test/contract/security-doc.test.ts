// SECURITY.md claims that a test holds each limit: those tests must exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attacks } from '../attacks/index.ts'
import { checkout } from '../kit/lapwing/process.ts'

const text = readFileSync(join(checkout, 'SECURITY.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| **'))
  .map((line) => line.split(' | '))

describe('the supported versions', () => {
  it('are the newest release and the one before it', () => {
    const releases = [...readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+)\.\d+ /gm)]
    const lines = [...new Set(releases.map(([, line]) => `${line}.x`))]
    const supported = [...text.matchAll(/^\| (\d+\.\d+\.x) \| yes/gm)].map(([, line]) => line)
    expect(supported).toEqual(lines.slice(0, 2))
  })
})

const quoted = (words: string): string[] => [...words.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

describe('the threat model', () => {
  it('has a party in every row, and tests for it', () => {
    expect(rows.length).toBeGreaterThanOrEqual(12)
    for (const cells of rows) {
      expect(cells).toHaveLength(4)
      expect(quoted(cells[3]!), cells[0]).not.toEqual([])
    }
  })

  it('names only files that exist', () => {
    const paths = quoted(text).filter((word) => /^(src|test)\//.test(word))
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
  })

  it('names only attacks that exist', () => {
    const known = new Set(attacks.map(({ name }) => name))
    const named = rows.flatMap((cells) => quoted(cells[3]!)).filter((word) => !word.includes('/'))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('names every attack that exists', () => {
    const named = new Set(quoted(text))
    expect(attacks.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  })
})
