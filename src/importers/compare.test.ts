import { expect, it } from 'vitest'
import { compareOutages } from './compare.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute))
const theirs = (from: number, to: number | null) => ({
  key: 'a',
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
  message: '',
})
const ours = (incidentId: number, from: number, to: number | null) => ({
  key: 'a',
  incidentId,
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
})
const options = { toleranceMs: 300_000, since: () => at(10) }

it('leaves out outages from before the comparison began, and what Lapwing saw of those that went on', () => {
  const compared = compareOutages(
    [theirs(1, 2), theirs(5, 15), theirs(30, 31), theirs(50, 52)],
    [ours(1, 11, 15), ours(2, 31, 32), ours(3, 58, null)],
    options,
  )
  expect(compared.agreed).toMatchObject([{ ours: { incidentId: 2 }, lateSeconds: 60 }])
  expect(compared.onlyTheirs).toMatchObject([{ startedAt: at(50) }])
  expect(compared.onlyOurs).toMatchObject([{ incidentId: 3 }])
})

it('does not take an outage that was over before as the reason for one that began right after', () => {
  const compared = compareOutages([theirs(5, 9)], [ours(1, 11, 12)], options)
  expect(compared).toMatchObject({ agreed: [], onlyTheirs: [], onlyOurs: [{ incidentId: 1 }] })
})

it('leaves out an outage that has lasted since before', () => {
  expect(compareOutages([theirs(5, null)], [], options)).toEqual({ agreed: [], onlyTheirs: [], onlyOurs: [] })
})
