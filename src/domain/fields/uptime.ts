import { z } from 'zod'
import { tooEarlyMs } from '../uptime/monitored-time.ts'

export const uptime = z.number().nullable().meta({
  description: 'Percent of the monitored time without a confirmed critical incident; null if nothing was monitored',
})

export const tooEarlySchema = z.int().nullable().meta({
  description: 'How long each monitor was monitored, while that is too short to judge its uptime; otherwise null',
})

export function tooEarlySeconds(...figures: Parameters<typeof tooEarlyMs>): number | null {
  const ms = tooEarlyMs(...figures)
  return ms && Math.round(ms / 1000)
}
