import { durationText } from '../../src/domain/time/format.ts'

/** A duration in its two largest units: `4 min 30 s`. */
export const formatSeconds = (seconds: number): string => durationText(Math.max(0, Math.round(seconds)) * 1000)

/** How long ago: `3 h 12 min ago`. */
export const formatAge = (time: string, now = Date.now()): string =>
  `${formatSeconds((now - Date.parse(time)) / 1000)} ago`
