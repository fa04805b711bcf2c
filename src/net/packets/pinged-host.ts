// The results of one address in a run of pings, shared by its concurrent callers.
import { TargetDown } from '../../domain/outcome.ts'
import type { PacketResult, PacketSettings } from './fping.ts'

export interface Pinger {
  /** Receives the round-trip time of each response as it arrives. */
  onAnswer(rttMs: number): void
  done(): void
  fail(error: Error): void
}

export interface PingedHost {
  readonly pingers: Set<Pinger>
  answered: number
  lost: number
  refused: number
  refusal: string
}

/** Nothing was sent: fping prints nothing then. */
export class NotSent extends Error {}

export function newHost(): PingedHost {
  return { pingers: new Set(), answered: 0, lost: 0, refused: 0, refusal: '' }
}

export function countResult(host: PingedHost, result: PacketResult): void {
  if (result === 'lost') {
    host.lost += 1
  } else if ('refusal' in result) {
    host.refused += 1
    host.refusal = result.refusal
  } else {
    host.answered += 1
    for (const pinger of host.pingers) pinger.onAnswer(result.rttMs)
  }
}

// fping counts a rejected packet as lost too, later.
export function isSettled({ answered, lost, refused }: PingedHost, { count }: PacketSettings): boolean {
  return answered + Math.max(lost, refused) >= count
}

/** Why the host counts as down; null when it responded. */
export function hostProblem(host: PingedHost, address: string, { count }: PacketSettings): Error | null {
  if (host.answered > 0) return null
  if (host.refused > 0) return new TargetDown('connect', host.refusal)
  if (host.lost === 0) return new NotSent()
  return new TargetDown('timeout', `${address} answered none of ${count} pings`)
}

export function settle(host: PingedHost, problem: Error | null): void {
  for (const { done, fail } of host.pingers) {
    if (problem) fail(problem)
    else done()
  }
}
