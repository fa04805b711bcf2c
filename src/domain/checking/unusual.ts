// Which values are unusual: how far a value may be from what is usual at its hour of the week.
// docs/unusual-values.md has the mathematics.

/** Robust quantiles of the hours like this one. */
export interface UsualRange {
  readonly low: number
  readonly middle: number
  readonly high: number
}

export const directions = ['above', 'below', 'either'] as const
export const sensitivities = ['low', 'normal', 'high'] as const

export interface UnusualTerms {
  readonly direction: (typeof directions)[number]
  readonly sensitivity: (typeof sensitivities)[number]
  /** A value is never unusual if it is closer to the middle than this. */
  readonly floor: number
}

/** Values inside are usual, including both ends. */
export interface UsualBand {
  readonly low: number
  readonly high: number
}

const defaultFloor = 100

/** How far a band reaches beyond the range, as a multiple of the distance from the middle to its end. */
const reach: Readonly<Record<UnusualTerms['sensitivity'], number>> = { low: 2, normal: 1, high: 0.5 }

const shape = /^(above|below|either)(?: sensitivity=(low|normal|high))?(?: floor=(\d{1,9}(?:\.\d{1,3})?))?$/

/** Reads the value of a rule, such as `above sensitivity=high floor=50`; null if it is not one. */
export function readUnusual(value: string): UnusualTerms | null {
  const [, direction, sensitivity = 'normal', floor] = shape.exec(value) ?? []
  if (direction === undefined) return null
  return {
    direction: direction as UnusualTerms['direction'],
    sensitivity: sensitivity as UnusualTerms['sensitivity'],
    floor: floor === undefined ? defaultFloor : Number(floor),
  }
}

/**
 * The band of a rule. An end that the rule does not watch is the end of the range. Durations are not negative, so the
 * ends are not either.
 */
export function bandOf({ low, middle, high }: UsualRange, { direction, sensitivity, floor }: UnusualTerms): UsualBand {
  const factor = reach[sensitivity]
  const lower = Math.max(0, Math.min(low - factor * (middle - low), middle - floor))
  const upper = Math.max(high + factor * (high - middle), middle + floor)
  return { low: direction === 'above' ? low : lower, high: direction === 'below' ? high : upper }
}

export function isUnusual(value: number, range: UsualRange, terms: UnusualTerms): boolean {
  const band = bandOf(range, terms)
  const { direction } = terms
  return (direction !== 'below' && value > band.high) || (direction !== 'above' && value < band.low)
}
