import { describe, expect, it } from 'vitest'
import type { PathProbeAnswer } from '../../net/index.ts'
import { type NetworkPath, horizon, isReached, isSilent, measure, newPath, refuser, show } from './mtr-path.ts'

type Answer = [from: PathProbeAnswer['from'] | null, address?: string, rttMs?: number]

/** Hops in order, each with the results of its probes. */
function pathOf(...hops: Answer[][]): NetworkPath {
  return hops.map((answers) => ({
    sent: answers.length,
    answers: answers.flatMap(([from, address = '', rttMs = 1]) => (from ? [{ from, address, rttMs }] : [])),
  }))
}

const lost: Answer = [null]
const router = (address: string, rttMs?: number): Answer => ['router', address, rttMs]
const target: Answer = ['target', '192.0.2.9', 4]
const refusal: Answer = ['refusal', '192.0.2.2']

describe('a path', () => {
  it('ends at the target, whatever responds after it', () => {
    const path = pathOf([router('192.0.2.1')], [target], [target], [target])
    expect(isReached(path)).toBe(true)
    expect(show(path).map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.9'])
  })

  it('ends at the router that refuses if the target is never reached', () => {
    const path = pathOf([router('192.0.2.1')], [refusal], [refusal], [refusal])
    expect(isReached(path)).toBe(false)
    expect(refuser(path)).toBe('192.0.2.2')
    expect(show(path)).toHaveLength(2)
  })

  it('ends at the last hop that responded if the target does not', () => {
    const path = pathOf([router('192.0.2.1')], [lost], [router('192.0.2.3')], [lost], [lost])
    expect(show(path).map(({ address }) => address)).toEqual(['192.0.2.1', null, '192.0.2.3'])
    expect(refuser(path)).toBeNull()
  })

  it('is silent if no hop responded', () => {
    expect(isSilent(newPath(3))).toBe(true)
    expect(isSilent(pathOf([lost], [lost]))).toBe(true)
    expect(isSilent(pathOf([lost], [router('192.0.2.2')]))).toBe(false)
  })

  it.each([
    ['all the way at first', newPath(30), 1, 30],
    ['five hops beyond the last answer later', newPath(30), 2, 5],
    ['five hops beyond the last answer later', [...pathOf([router('1')], [lost], [router('3')]), ...newPath(20)], 2, 8],
    ['not beyond the hops it may take', pathOf([router('1')], [lost], [lost]), 2, 3],
    ['to the target as soon as that is known', pathOf([router('1')], [target], [lost], [lost]), 1, 2],
    ['to the target, although others refuse', pathOf([refusal], [target], [lost]), 2, 2],
    ['to the first who refuses', pathOf([router('1')], [refusal], [refusal]), 2, 2],
  ])('is probed %s', (_how, path, round, hops) => {
    expect(horizon(path, round)).toBe(hops)
  })

  it.each<[string, NetworkPath, Measured]>([
    ['with a good way', pathOf([router('1'), router('1')], [target, target]), [1, 0, 4, 0, 0]],
    [
      'with loss on the way and a silent hop',
      pathOf([router('1'), lost], [lost, lost], [target, target]),
      [1, 0, 4, 50, 1],
    ],
    [
      'with loss at the target',
      pathOf(Array<Answer>(4).fill(router('1')), [target, lost, lost, lost]),
      [1, 75, 4, 75, 0],
    ],
    ['with ways of different lengths', pathOf([router('1'), router('1')], [target, router('2', 100)]), [1, 0, 4, 0, 0]],
    ['without its target', pathOf([router('1')], [lost], [router('3')], [lost], [lost]), [0, 100, undefined, 0, 1]],
    ['without anybody', pathOf([lost], [lost]), [0, 100, undefined, undefined, 0]],
  ])('%s is measured', (_which, path, [reached, loss, rtt, worst, silent]) => {
    const found = measure(path)
    expect(found['mtr.destination_reached']).toBe(reached)
    expect(found['mtr.destination_loss_percent']).toBe(loss)
    expect(found['mtr.rtt_avg_ms']).toBe(rtt)
    expect(found['mtr.path_loss_max_percent']).toBe(worst)
    expect(found['mtr.unresponsive_hops_count']).toBe(silent)
  })
})

type Measured = [reached: number, loss: number, rtt: number | undefined, worst: number | undefined, silent: number]
