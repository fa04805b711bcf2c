// Formats times and durations for people and programs.

/** `2026-03-01 12:00:00 UTC`, or `2026-03-01 12:00 UTC`. */
export function utcText(at: Date | number, precision: 'seconds' | 'minutes' = 'seconds'): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, precision === 'seconds' ? 19 : 16).replace('T', ' ')} UTC`
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** The two largest units of a duration: `4 min 30 s`, `2 h`, `3 d 4 h`; below a second, `350 ms`. */
export function durationText(ms: number): string {
  if (ms < 0) return `−${durationText(-ms)}`
  const whole = ms < 1000 ? Math.round(ms) : Math.round(ms / 1000) * 1000
  if (whole === 0) return '0 s'
  const first = units.findIndex(([size]) => whole >= size)
  if (first === -1) return `${whole} ms`
  const [size, unit] = units[first]!
  const [nextSize, nextUnit] = units[first + 1] ?? [size, unit]
  const rest = Math.floor((whole % size) / nextSize)
  return `${Math.floor(whole / size)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ''}`
}

/** In the format of Go's time.Duration: `4m30s`, `1h0m5s`, `350ms`, `0s`. */
export function goDuration(ms: number): string {
  const whole = Math.round(ms)
  if (whole < 0) return `-${goDuration(-whole)}`
  if (whole === 0) return '0s'
  if (whole < 1000) return `${whole}ms`
  const hours = Math.floor(whole / 3_600_000)
  const minutes = Math.floor(whole / 60_000) % 60
  const seconds = `${(whole % 60_000) / 1000}s`
  if (hours > 0) return `${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${minutes}m${seconds}` : seconds
}
