import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import type { WaitingWork } from '../../store/checking/browser-queue.ts'
import { createBrowserClaims, takeTurns } from './browser-claims.ts'
import type { BrowserSlots } from './browser-slots.ts'
import { type BrowserTurn, createBrowserShares } from './browser-shares.ts'

const acme = 'acme'
const waitingWork = (kind: 'check' | 'try', organizationId = acme): WaitingWork => ({
  organizationId,
  kind,
  count: 9,
  since: new Date(0),
})

function slotsFor(free: number, used: BrowserTurn[][] = []): BrowserSlots {
  const shares = createBrowserShares()
  return {
    freeBrowsers: free,
    browserMissing: null,
    areChecksHeld: false,
    reserve: () => ({
      count: free,
      next: (all, maxCount = free) => shares.next(all, Math.min(free, maxCount)),
      use: (begun) => void used.push([...begun]),
    }),
    release: () => undefined,
  }
}

function claims(free = 2) {
  const clock = fakeClock()
  const used: BrowserTurn[][] = []
  const slots = slotsFor(free, used)
  const started = createBrowserClaims({ slots, waiting: async () => [waitingWork('check')], clock })
  return {
    clock,
    slots,
    used,
    /** Ordinary checks, so many of them a second late. */
    take: (count: number, late: number) =>
      started.noteTaken(
        Array.from({ length: count }, (_, n) => new Date(clock.now().getTime() - (n < late ? 1000 : 100))),
      ),
    claimed: async (): Promise<number | undefined> => {
      const counts: number[] = []
      await started.claim(async ({ count }) => counts.push(count))
      return counts[0]
    },
  }
}

it('claims for every free browser while nearly all ordinary checks are on time', async () => {
  const { take, claimed, used } = claims()
  expect(await claimed()).toBe(2)
  take(1000, 10)
  expect(await claimed()).toBe(2)
  const begun = [{ organizationId: acme, kind: 'check', count: 1 }]
  expect(used).toEqual([begun, begun])
})

it('claims nothing while ordinary checks are late, and goes on when they are on time again', async () => {
  const { take, claimed, clock } = claims()
  take(1000, 11)
  expect(await claimed()).toBeUndefined()
  clock.advance(5001)
  expect(await claimed()).toBe(2)
})

it('claims one per minute while ordinary checks are always late', async () => {
  const { take, claimed, clock } = claims()
  const claimedAt: number[] = []
  for (let second = 0; second <= 150; second++) {
    take(100, 50)
    if ((await claimed()) === 1) claimedAt.push(second)
    clock.advance(1000)
  }
  expect(claimedAt).toEqual([60, 120])
})

it('claims nothing while every browser is busy', async () => {
  expect(await claims(0).claimed()).toBeUndefined()
})

it('releases its slots if checks could not be claimed', async () => {
  const used: BrowserTurn[][] = []
  const slots = slotsFor(2, used)
  const claims = createBrowserClaims({ slots, waiting: async () => [waitingWork('check')], clock: fakeClock() })
  const failing = claims.claim(async () => {
    throw new Error('the database is away')
  })
  await expect(failing).rejects.toThrow('away')
  expect(used).toEqual([[]])
})

it('leaves a free browser to tries of another organization if it is their turn', async () => {
  const all = [waitingWork('check'), waitingWork('try', 'other')]
  const taken: BrowserTurn[] = []
  const take = async (turn: BrowserTurn): Promise<number> => taken.push(turn)
  const slots = slotsFor(2)
  await takeTurns(slots, 'check', { waiting: async () => all, take })
  expect(taken).toEqual([{ organizationId: acme, kind: 'check', count: 1 }])
  await takeTurns(slots, 'try', { waiting: async () => all, take })
  expect(taken.at(-1)).toEqual({ organizationId: 'other', kind: 'try', count: 1 })
})

it('leaves no browser to checks that are held', async () => {
  const { slots, take, claimed } = claims()
  take(100, 50)
  expect(await claimed()).toBeUndefined()
  expect(slots.areChecksHeld).toBe(true)
  const taken: BrowserTurn[] = []
  const all = [waitingWork('check'), waitingWork('try', 'other')]
  await takeTurns(slots, 'try', { waiting: async () => all, take: async (turn) => taken.push(turn) })
  expect(taken).toEqual([{ organizationId: 'other', kind: 'try', count: 2 }])
})
