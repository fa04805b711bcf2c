import { describe, expect, it } from 'vitest'
import type { HostSample } from '../../checks/reports/host-report.ts'
import { isOutdated, timed } from './sample-times.ts'

const now = new Date('2026-03-01T12:00:00Z')
const plan = { reportMs: 60_000, livenessMs: 180_000 }
const seconds = (n: number): number => now.getTime() + n * 1000
const at = (n: number): HostSample => ({ at: seconds(n) }) as HostSample
const times = (sent: number, samples: number[]): string[] =>
  timed({ sent_at: seconds(sent), samples: samples.map(at) }, plan, now).map(
    (one) => `${(one.at - now.getTime()) / 1000}${one.isLive ? ' now' : ''}`,
  )

describe('when samples were taken', () => {
  it.each<[string, number, number[], string[]]>([
    ['is what they say', 0, [-120, -60, 0], ['-120', '-60', '0 now']],
    ['does not depend on their order', 0, [0, -120, -60], ['-120', '-60', '0 now']],
    ['is corrected to our clock when theirs is ahead', 3600, [3540, 3600], ['-60', '0 now']],
    ['is corrected to our clock when theirs is behind', -3600, [-3660, -3600], ['-60', '0 now']],
    ['allows a second or two for the transfer', -1.5, [-1.5], ['-1.5 now']],
    ['is never in the future', 1, [1], ['0 now']],
    ['is a minute ago and still current, for an agent that reports every minute', 0, [-60], ['-60 now']],
    ['is history a moment later', 0, [-60.001], ['-60.001']],
    ['is too long ago after a day', 0, [-86_400, -86_399], ['-86399']],
    ['was the same time when it was sent twice', 0, [-60, -60, -59.5, 0], ['-59.5', '0 now']],
    ['cannot lie ahead of the report', 0, [30], []],
  ])('%s', (_what, sent, samples, expected) => expect(times(sent, samples)).toEqual(expected))
})

it.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['0.1.0', '0.0.0-test', false],
])('an agent of %s beside a Lapwing of %s', (agent, ours, outdated) => expect(isOutdated(agent, ours)).toBe(outdated))
