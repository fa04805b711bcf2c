import { expect, it } from 'vitest'
import { evidenceDiff } from './evidence-diff.ts'

it('lists changes first, volatile values next, and equal values last', () => {
  const before = { status: 200, headers: { server: 'nginx', date: 'Mon' }, addresses: ['192.0.2.1', '192.0.2.2'] }
  const after = { status: 503, headers: { server: 'nginx', date: 'Tue' }, addresses: ['192.0.2.1'], body: 'busy' }
  expect(evidenceDiff(before, after).map(({ key, before, after }) => [key, before, after])).toEqual([
    ['status', '200', '503'],
    ['addresses', '192.0.2.1, 192.0.2.2', '192.0.2.1'],
    ['body', null, 'busy'],
    ['headers.date', 'Mon', 'Tue'],
    ['headers.server', 'nginx', 'nginx'],
  ])
})

it('is empty for empty evidence, and truncates long values', () => {
  expect(evidenceDiff(null, undefined)).toEqual([])
  expect(evidenceDiff(null, { body: 'x'.repeat(1000) })[0]!.after).toHaveLength(301)
})
