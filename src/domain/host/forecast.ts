// Forecasts when a disk will be full, from its usage over the last day.

/** Milliseconds and bytes; stored as plain JSON. */
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

/** Forecasts beyond a year count as never. */
export const farthestHours = 8760

/** Adds a point if half an hour has passed since the last; otherwise returns the same history. */
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

/** Hours until the first disk is full; null if the history is too short. */
export function hoursUntilFull(history: DiskHistory, disks: readonly DiskUse[], at: number): number | null {
  const forecasts = disks.flatMap((disk) => hoursUntilDiskFull(history, disk, at) ?? [])
  return forecasts.length === 0 ? null : Math.min(...forecasts)
}

/** The same for one disk. */
export function hoursUntilDiskFull(history: DiskHistory, disk: DiskUse, at: number): number | null {
  const { mount, usedBytes, freeBytes } = disk
  const slope = bytesPerHour([...(history[mount] ?? []).filter(([then]) => then < at), [at, usedBytes] as const])
  if (slope === null) return null
  return Math.round((slope > 0 ? Math.min(freeBytes / slope, farthestHours) : farthestHours) * 10) / 10
}

/** The median of the slopes over a quarter of the time, so that one large file has no influence. */
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
