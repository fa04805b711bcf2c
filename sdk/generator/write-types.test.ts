import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../src/operations/index.ts'
import type { MonitorCreate } from '../src/api.ts'
import { writeCreatingPaths, writeDashboardTypes, writePublicTypes } from './write-types.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
/** Ignores differences in formatting. */
const words = (text: string): string => text.replaceAll(/["']/g, "'").replaceAll(/[\s;,|()]/g, '')

it.each([
  ['sdk/src/api.ts', writePublicTypes],
  ['sdk/src/creating-paths.ts', writeCreatingPaths],
  ['web/src/api-types.ts', writeDashboardTypes],
] as const)('has written %s from the operations of today', (path, write) => {
  expect(words(read(path)) === words(write(operations)), 'run `npm run sdk`').toBe(true)
})

it('keeps the operations of the dashboard out of the package', () => {
  const own = operations.filter(({ audience }) => audience === 'dashboard').map(({ path }) => `'${path}'`)
  const shared = operations.filter(({ audience }) => audience === 'public').map(({ path }) => `'${path}'`)
  const published = read('sdk/src/api.ts')
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
