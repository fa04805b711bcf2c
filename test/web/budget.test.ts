import { expect, it } from 'vitest'
import { filesOf } from '../kit/browser/web-build.ts'

it('shows its first screen with at most 200 KB on the line', () => {
  const loaded = filesOf()
  expect(loaded.reduce((sum, { gzipped }) => sum + gzipped, 0)).toBeLessThanOrEqual(200_000)
  expect(loaded.map(({ file }) => file).filter((file) => /uplot|canvas|palette/i.test(file))).toEqual([])
})
