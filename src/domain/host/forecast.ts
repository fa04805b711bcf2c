// When a disk will be full, from how much was used over the last day.

/** Milliseconds and bytes, oldest first; plain JSON. */
export type DiskPoint = readonly [at: number, usedBytes: number]
/** By mount point. */
export type DiskHistory = Readonly<Record<string, readonly DiskPoint[]>>

export interface DiskUse {
  readonly mount: string
  readonly usedBytes: number
  readonly freeBytes: number
}

const hour = 3_600_000
const betweenPointsMs = hour / 2
const keptMs = 24 * hour
const maxMounts = 20
const minMs = 3 * hour
const minPoints = 6

/** What counts as no end in sight: forecasts reach no further than a year. */
export const farthestHours = 8760

/** The history with this moment in it, when half an hour has passed since the last; otherwise the very same. */
export function remembered(history: DiskHistory, disks: readonly DiskUse[], at: number): DiskHistory {
  const latest = Math.max(...Object.values(history).map((points) => points.at(-1)?.[0] ?? 0), 0)
  if (latest <= at && at - latest < betweenPointsMs) return history
  return Object.fromEntries(
    disks.slice(0, maxMounts).map(({ mount, usedBytes }) => {
      const kept = (history[mount] ?? []).filter(([then]) => then < at && then > at - keptMs)
      return [mount, [...kept, [at, usedBytes] as const]]
    }),
  )
}

/** Hours until the first disk is full; null while too little is known. */
export function hoursUntilFull(history: DiskHistory, disks: readonly DiskUse[], at: number): number | null {
  const forecasts = disks.flatMap(({ mount, usedBytes, freeBytes }) => {
    const points = [...(history[mount] ?? []).filter(([then]) => then < at), [at, usedBytes] as const]
    const slope = bytesPerHour(points)
    return slope === null ? [] : [slope > 0 ? Math.min(freeBytes / slope, farthestHours) : farthestHours]
  })
  return forecasts.length === 0 ? null : Math.round(Math.min(...forecasts) * 10) / 10
}

/** The middle one of the slopes over a quarter of the time: a file that came or went at once does not bend it. */
function bytesPerHour(points: readonly DiskPoint[]): number | null {
  const spanMs = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)
  if (points.length < minPoints || spanMs < minMs) return null
  const apart = Math.max(Math.floor(points.length / 4), 1)
  const slopes = points.slice(apart).map(([at, used], n) => {
    const [before, usedBefore] = points[n]!
    return ((used - usedBefore) / (at - before)) * hour
  })
  slopes.sort((a, b) => a - b)
  const middle = Math.floor(slopes.length / 2)
  return slopes.length % 2 === 1 ? slopes[middle]! : (slopes[middle - 1]! + slopes[middle]!) / 2
}
