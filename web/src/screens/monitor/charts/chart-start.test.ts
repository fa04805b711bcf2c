import { expect, it } from 'vitest'
import { startOf } from './series-data.ts'

const until = new Date('2026-03-01T12:00:00Z')
const day = 86_400_000

it.each([
  ['the span of an old monitor', '2026-01-01T00:00:00Z', '2026-02-28T12:00:00.000Z'],
  ['the beginning of a young one', '2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['ten minutes ago for a new one', '2026-03-01T11:59:00Z', '2026-03-01T11:50:00.000Z'],
])('a chart begins with %s', (_what, created_at, from) =>
  expect(startOf({ created_at }, until, day).toISOString()).toBe(from),
)
