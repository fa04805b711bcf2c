import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ParentStanding, explain, isConfirmedAgain, rootOf } from './dependency.ts'

const openedAt = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number): Date => new Date(openedAt.getTime() + seconds * 1000)
const healthy: ParentStanding = { incidentId: null, isFailing: false, isChecked: true }
const child = (...parents: ParentStanding[]) => ({ incidentId: 9, openedAt, parents })
const nothing = new Map<number, number>()

describe('an incident', () => {
  it('is explained by the open incident of a parent, also of one that is confirmed later', () => {
    expect(explain(child(healthy, { ...healthy, incidentId: 4 }), nothing, after(500))).toEqual({
      kind: 'affected',
      by: 4,
    })
  })

  it('is explained by what explains its parent', () => {
    const explained = new Map([
      [4, 3],
      [3, 2],
    ])
    expect(explain(child({ ...healthy, incidentId: 4 }), explained, after(0))).toEqual({ kind: 'affected', by: 2 })
  })

  it('waits up to a minute for parents that fail or were not checked since', () => {
    for (const undecided of [
      { ...healthy, isFailing: true },
      { ...healthy, isChecked: false },
    ]) {
      expect(explain(child(undecided), nothing, after(59)).kind).toBe('wait')
      expect(explain(child(undecided), nothing, after(60)).kind).toBe('own')
    }
  })

  it('stands for itself if its parents were checked and are fine, or if it has none', () => {
    expect(explain(child(healthy), nothing, after(0)).kind).toBe('own')
    expect(explain(child(), nothing, after(0)).kind).toBe('own')
  })

  it('never explains itself, however explanations are tied', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })))
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 6 }), (ties, incidentId) => {
        const found = explain(
          { incidentId: 9, openedAt, parents: [{ ...healthy, incidentId }] },
          new Map(ties),
          after(0),
        )
        return found.kind === 'affected' ? found.by !== 9 : true
      }),
    )
    expect(explain(child({ ...healthy, incidentId: 4 }), new Map([[4, 9]]), after(0)).kind).toBe('own')
    expect(
      rootOf(
        1,
        new Map([
          [1, 2],
          [2, 1],
        ]),
      ),
    ).toBe(1)
  })
})

describe('an incident whose parent has recovered', () => {
  const again = { since: openedAt, checks: 2, failureThreshold: 3, durationWindowSeconds: 0, intervalSeconds: 60 }

  it('is confirmed again by as many checks as its rule asks for, and for as long', () => {
    expect(isConfirmedAgain(again, after(30))).toBe(false)
    expect(isConfirmedAgain({ ...again, checks: 3 }, after(30))).toBe(true)
    expect(isConfirmedAgain({ ...again, checks: 3, durationWindowSeconds: 31 }, after(30))).toBe(false)
  })

  it('is confirmed by time if nothing checks it', () => {
    expect(isConfirmedAgain({ ...again, checks: null }, after(59))).toBe(false)
    expect(isConfirmedAgain({ ...again, checks: null }, after(60))).toBe(true)
  })
})
