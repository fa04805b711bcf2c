import { TargetDown } from '../../domain/outcome.ts'

const minute = 60_000
const maxMs = 24 * 60 * minute

/** A registry's rate limit, and when it ends. */
export class RequestTooLarge extends TargetDown {
  override name = 'RequestTooLarge'
  readonly pauseMs: number

  constructor(message: string, pauseMs: number) {
    super('other', message)
    this.pauseMs = Math.min(Math.max(pauseMs, minute), maxMs)
  }
}

/** `Retry-After`: seconds or a date; an hour when it is neither. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header !== undefined && /^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header ?? '')
  return Number.isNaN(at) ? 60 * minute : at - now.getTime()
}
