// What docs/unusual-values.md claims, on the series of npm run bench -- unusual with a check every five minutes.
import { describe, expect, it } from 'vitest'
import { scenarios, seriesOf } from './series.ts'
import { type TrialResult, tryFixed, tryUnusual } from './trial.ts'

const seriesNamed = (name: string) =>
  seriesOf(
    scenarios.find((one) => one.name.startsWith(name))!,
    { seed: 7, intervalSeconds: 300 },
  )
const share = ({ detected }: TrialResult, factor: number): number => detected[factor]!.detected / detected[factor]!.of

describe('a rule on unusual values', () => {
  it.each(['days and weeks', 'trend', 'heavy tails', 'weekly outages', 'a holiday'])('is calm with %s', (name) => {
    expect(tryUnusual(seriesNamed(name)).falseAlarmsPerMonth).toBe(0)
  })

  it('finds slow half hours that a fixed limit misses', () => {
    const series = seriesNamed('days and weeks')
    expect(share(tryUnusual(series), 3)).toBeGreaterThan(0.8)
    expect(share(tryFixed(series), 3)).toBeLessThan(0.6)
  })

  it('still finds them after weeks with outages', () => {
    expect(share(tryUnusual(seriesNamed('weekly outages')), 3)).toBeGreaterThan(0.8)
  })

  it('follows the wall clock', () => {
    expect(tryUnusual(seriesNamed('clock change')).falseAlarmsPerMonth).toBe(0)
    expect(tryUnusual(seriesNamed('clock change, judged')).falseAlarmsPerMonth).toBeGreaterThan(0)
  })
})
