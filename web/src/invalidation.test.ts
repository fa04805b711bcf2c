import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { liveEventNames as serverNames } from '../../src/live/event-names.ts'
import { liveEventNames, stalePaths } from './invalidation.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
const sources = files
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|^invalidation\.ts$/.test(path))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  .join('\n')
const loaded = [
  ...sources.matchAll(/(?:[qQ]ueryFor\(|use(?:Resource|List)\(|queryKey: \[|const path = )\s*'(\/[^']*)'/g),
].map(([, path]) => path!)

it('names only paths that some screen loads', () => {
  expect(loaded.length).toBeGreaterThan(40)
  const starts = new Set(Object.values(stalePaths).flat())
  expect([...starts].filter((start) => !loaded.some((path) => path.startsWith(start)))).toEqual([])
})

it('listens to every event that the server sends', () => {
  expect(liveEventNames.toSorted()).toEqual([...serverNames].toSorted())
})
