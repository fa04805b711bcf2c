import { expect, it } from 'vitest'
import { uptimeRatio } from './uptime-ratio.ts'

const at = (hour: number): Date => new Date(hour * 3_600_000)
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })

it.each([
  ['nothing was down', [], [], 0, 1],
  ['a quarter of it was down', [span(6, 12)], [], 0, 0.75],
  ['two incidents that overlap count once', [span(6, 12), span(8, 10)], [], 0, 0.75],
  ['what was down before it and after does not count', [span(-5, 0), span(24, 30)], [], 0, 1],
  ['maintenance is left out of both', [span(0, 12)], [span(0, 12)], 0, 1],
  ['half of the downtime was maintenance', [span(0, 12)], [span(0, 6)], 0, 2 / 3],
  ['the monitor was made in the middle', [span(12, 18)], [], 12, 0.5],
  ['all of it was maintenance', [span(0, 12)], [span(-1, 25)], 0, null],
] as const)('when %s', (_words, down, excluded, since, ratio) => {
  const found = uptimeRatio({ down, excluded, since: at(since), window: span(0, 24) })
  if (ratio === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(ratio, 12)
})
