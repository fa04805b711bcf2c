import { expect, it } from 'vitest'
import { chartPoints, stepFor } from './chart-points.ts'

it('puts series on one time line and leaves a gap where reports are missing', () => {
  const series = [
    {
      metric: 'cpu_pct',
      unit: 'percent',
      points: [
        [60, 10],
        [120, 20],
        [480, 30],
      ],
    },
    { metric: 'swap_used_pct', unit: 'percent', points: [[120, 5]] },
  ]
  expect(chartPoints(series, 150)).toEqual({
    times: [60, 120, 300, 480].map((seconds) => new Date(seconds * 1000).toISOString()),
    values: [
      [10, 20, null, 30],
      [null, 5, null, null],
    ],
  })
})

it('has no gap between reports that come more slowly than the step', () => {
  const { values } = chartPoints(
    [
      {
        metric: 'load1',
        unit: 'number',
        points: [
          [0, 1],
          [300, 2],
        ],
      },
    ],
    750,
  )
  expect(values).toEqual([[1, 2]])
})

it.each([
  [3600, 60],
  [86_400, 60],
  [100_000, 300],
  [604_800, 3600],
  [2_592_000, 3600],
])('asks for at most 1,500 points over %i seconds', (seconds, step) => {
  expect(stepFor(seconds)).toBe(step)
})
