const units: readonly [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** A duration in its two largest units: `4 min 30 s`. */
export function formatSeconds(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const [name, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

/** `8.4 ms`, `120 ms` or `2.7 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** How long ago: `3 h 12 min ago`. */
export const formatAge = (time: string, now = Date.now()): string =>
  `${formatSeconds((now - Date.parse(time)) / 1000)} ago`
