import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WaitingWork } from '../../store/checking/browser-queue.ts'
import { type BrowserTurn, createBrowserShares } from './browser-shares.ts'

const waits = (organizationId: string, kind: 'check' | 'try', count = 1, since = 0): WaitingWork => ({
  organizationId,
  kind,
  count,
  since: new Date(since),
})

describe('free browsers', () => {
  it('are shared by those that wait, and given back to the one that needs more', () => {
    const shares = createBrowserShares()
    expect(shares.next([waits('a', 'try', 60), waits('b', 'try'), waits('c', 'check')], 4)).toEqual([
      { organizationId: 'a', kind: 'try', count: 2 },
      { organizationId: 'b', kind: 'try', count: 1 },
      { organizationId: 'c', kind: 'check', count: 1 },
    ])
    expect(shares.next([waits('a', 'try', 60)], 4)).toEqual([{ organizationId: 'a', kind: 'try', count: 4 }])
    expect(shares.next([], 4)).toEqual([])
  })

  it('go to the organization that has the fewest, then to the one that was served longest ago', () => {
    const shares = createBrowserShares()
    shares.begin({ organizationId: 'a', kind: 'try', count: 1 })
    const all = [waits('a', 'try', 60), waits('b', 'try', 2, 5)]
    expect(shares.next(all, 1)).toEqual([{ organizationId: 'b', kind: 'try', count: 1 }])
    shares.begin({ organizationId: 'b', kind: 'try', count: 1 })
    shares.end('a')
    shares.end('b')
    expect(shares.next(all, 1)).toEqual([{ organizationId: 'a', kind: 'try', count: 1 }])
  })

  it('alternate between the checks and the tries of one organization', () => {
    const shares = createBrowserShares()
    const kinds: string[] = []
    for (let n = 0; n < 4; n++) {
      const [turn] = shares.next([waits('a', 'check', 9), waits('a', 'try', 9)], 1) as [BrowserTurn]
      shares.begin(turn)
      shares.end('a')
      kinds.push(turn.kind)
    }
    expect(kinds).toEqual(['try', 'check', 'try', 'check'])
  })

  it('are counted right when work is over before it is noted', () => {
    const shares = createBrowserShares()
    shares.end('a')
    shares.begin({ organizationId: 'a', kind: 'try', count: 1 })
    shares.begin({ organizationId: 'b', kind: 'try', count: 1 })
    expect(shares.next([waits('a', 'try'), waits('b', 'try')], 1)).toEqual([
      { organizationId: 'a', kind: 'try', count: 1 },
    ])
  })

  it('never keep an organization waiting for more than one turn of each of the others', () => {
    const organizations = fc.uniqueArray(fc.constantFrom('b', 'c', 'd', 'e'), { minLength: 1 })
    fc.assert(
      fc.property(organizations, fc.integer({ min: 1, max: 3 }), (others, slots) => {
        const shares = createBrowserShares()
        const flood = others.flatMap((one) => [waits(one, 'try', 60), waits(one, 'check', 60)])
        const running: string[] = []
        const fill = (waiting: WaitingWork[]): void => {
          for (const turn of shares.next(waiting, slots - running.length)) {
            shares.begin(turn)
            for (let n = 0; n < turn.count; n++) running.push(turn.organizationId)
          }
        }
        fill(flood)
        let ended = 0
        while (!running.includes('a')) {
          shares.end(running.shift()!)
          ended++
          fill([...flood, waits('a', 'try', 1, 1000)])
        }
        expect(ended).toBeLessThanOrEqual(others.length)
      }),
    )
  })
})
