import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../src/operations/index.ts'
import type { MonitorCreate } from '../src/api.ts'
import { generatedFolders, writeFiles } from './write-types.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
/** Ignores differences in formatting. */
const words = (text: string): string => text.replaceAll(/["']/g, "'").replaceAll(/[\s;,|()]/g, '')

const written = writeFiles(operations)

it('has written its files from the operations of today, and no others', () => {
  const isCurrent = ([path, text]: [string, string]): boolean =>
    existsSync(join(root, path)) && words(read(path)) === words(text)
  const outdated = Object.entries(written).filter((entry) => !isCurrent(entry))
  const present = generatedFolders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  const unknown = present.filter((path) => !(path in written))
  expect([...outdated.map(([path]) => path), ...unknown], 'run `npm run sdk`').toEqual([])
})

it('keeps the operations of the dashboard out of the package', () => {
  const own = operations.filter(({ audience }) => audience === 'dashboard').map(({ path }) => `'${path}'`)
  const shared = operations.filter(({ audience }) => audience === 'public').map(({ path }) => `'${path}'`)
  const published = Object.keys(written)
    .filter((path) => path.startsWith('sdk/'))
    .map(read)
    .join('\n')
  expect(own.filter((path) => !shared.includes(path) && published.includes(path))).toEqual([])
  expect(published).not.toContain('export type Dashboard')
})

it('accepts a monitor with only its required fields', () => {
  const least: MonitorCreate = { name: 'Nightly backup', type: 'heartbeat', interval: 60 }
  // @ts-expect-error a monitor has an interval
  const less: MonitorCreate = { name: 'Nightly backup', type: 'heartbeat' }
  const { body } = operations.find(({ id }) => id === 'createMonitor')!
  expect(body!.safeParse(least).success).toBe(true)
  expect(body!.safeParse(less).success).toBe(false)
})

it('has one version', () => {
  const version = (path: string): unknown => (JSON.parse(read(path)) as { version: unknown }).version
  expect(version('sdk/package.json')).toBe(version('package.json'))
  expect(read('sdk/LICENSE')).toBe(read('LICENSE'))
})
