// The value of a rule on unusual values: a direction, a sensitivity and a floor.
export const unusual = 'unusual'
export const directions = ['above', 'below', 'either'] as const
export const sensitivities = ['low', 'normal', 'high'] as const

export interface UnusualValue {
  readonly direction: (typeof directions)[number]
  readonly sensitivity: (typeof sensitivities)[number]
  /** As it is written; empty for the default. */
  readonly floor: string
}

/** The floor that applies if a rule names none. */
export const defaultFloor = '100'

export function readUnusual(value: string): UnusualValue {
  const [direction, ...options] = value.split(' ')
  const option = (name: string): string | undefined =>
    options.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  const sensitivity = option('sensitivity')
  return {
    direction: directions.find((one) => one === direction) ?? 'above',
    sensitivity: sensitivities.find((one) => one === sensitivity) ?? 'normal',
    floor: option('floor') ?? '',
  }
}

/** Leaves out what is the default. */
export function writeUnusual({ direction, sensitivity, floor }: UnusualValue): string {
  const parts = [
    direction,
    ...(sensitivity === 'normal' ? [] : [`sensitivity=${sensitivity}`]),
    ...(floor === '' ? [] : [`floor=${floor}`]),
  ]
  return parts.join(' ')
}
