// Stores the expiry of a certificate or domain as two figures of a result: a figure has 24 bits, too few for both day
// and second.
export const expiryKeys = { day: 'expiry.day', second: 'expiry.second' } as const

const daySeconds = 86_400

/** `expiresAt` is in milliseconds since 1970. */
export function expiryFigures(expiresAt: number | undefined): Record<string, number> {
  if (expiresAt === undefined) return {}
  const seconds = Math.floor(expiresAt / 1000)
  const day = Math.floor(seconds / daySeconds)
  return { [expiryKeys.day]: day, [expiryKeys.second]: seconds - day * daySeconds }
}

export const expiryOf = (day: number, second: number): Date => new Date((day * daySeconds + second) * 1000)
