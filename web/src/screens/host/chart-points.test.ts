import { expect, it } from 'vitest'
import { chartPoints, stepFor } from './chart-points.ts'

const range = { from: new Date(0).toISOString(), to: new Date(600_000).toISOString() }

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
  expect(chartPoints(series, 150, range)).toEqual({
    times: [0, 60, 120, 300, 480, 600].map((seconds) => new Date(seconds * 1000).toISOString()),
    values: [
      [null, 10, 20, null, 30, null],
      [null, null, 5, null, null, null],
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
    range,
  )
  expect(values).toEqual([[null, 1, 2, null]])
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
