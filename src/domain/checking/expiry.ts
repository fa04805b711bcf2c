// The moment at which what is watched runs out, as figures of a result. One figure has 24 bits: day and second need one
// each.
export const expiryKeys = { day: 'expiry.day', second: 'expiry.second' } as const

const daySeconds = 86_400

/** In milliseconds since 1970; nothing when it is not known. */
export function expiryFigures(expiresAt: number | undefined): Record<string, number> {
  if (expiresAt === undefined) return {}
  const seconds = Math.floor(expiresAt / 1000)
  const day = Math.floor(seconds / daySeconds)
  return { [expiryKeys.day]: day, [expiryKeys.second]: seconds - day * daySeconds }
}

export const expiryOf = (day: number, second: number): Date => new Date((day * daySeconds + second) * 1000)
