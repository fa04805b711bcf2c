import { CommandError } from './exit-codes.ts'

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 }

/** `90s`, `30m`, `2h`, `1h30m` or `1d`, in seconds. */
export function parseSeconds(text: string, what: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(min|[smhd])/g)]
  const isWhole = parts.map(([part]) => part).join('') === text.replaceAll(' ', '')
  if (parts.length === 0 || !isWhole) throw new CommandError(`${what}: must be a duration such as 30m, 2h or 1d.`)
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * seconds[unit!]!, 0)
}

/** A time like 2026-03-01T12:00Z, or a duration that counts back from now. */
export function parseTime(text: string, what: string, now = Date.now()): Date {
  if (/^\d+(\.\d+)?\s*(min|[smhd])/.test(text)) return new Date(now - parseSeconds(text, what) * 1000)
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`${what}: must be a time such as 2026-03-01T12:00Z, or a duration such as 24h.`)
  return time
}
