// A path as its probes show it, hop by hop. It ends at the target, else at a router that refuses to forward, else at
// the last hop that responded.
import type { PathProbeAnswer } from '../../net/index.ts'

export interface PathHop {
  sent: number
  readonly answers: PathProbeAnswer[]
}

/** Starts with the first hop. */
export type NetworkPath = readonly PathHop[]

// Probes stop after this many silent hops in a row.
const maxSilent = 5

export function newPath(maxHops: number): NetworkPath {
  return Array.from({ length: maxHops }, () => ({ sent: 0, answers: [] }))
}

/** The number of hops that a round probes. The first round probes all. */
export function horizon(path: NetworkPath, round: number): number {
  const end = firstFrom(path, 'target') || firstFrom(path, 'refusal')
  if (end > 0) return end
  return round === 1 ? path.length : Math.min(path.length, lastAnswering(path) + maxSilent)
}

export function isReached(path: NetworkPath): boolean {
  return firstFrom(path, 'target') > 0
}

export function isSilent(path: NetworkPath): boolean {
  return lastAnswering(path) === 0
}

export function measure(path: NetworkPath): Record<string, number> {
  const hops = known(path)
  const answering = hops.filter(({ answers }) => answers.length > 0)
  const target = isReached(path) ? hops.at(-1) : undefined
  return {
    'mtr.destination_reached': target ? 1 : 0,
    'mtr.destination_loss_percent': target ? loss(target) : 100,
    ...(target ? { 'mtr.rtt_avg_ms': average(target.answers.filter(({ from }) => from === 'target')) } : {}),
    ...(answering.length > 0 ? { 'mtr.path_loss_max_percent': Math.max(...answering.map(loss)) } : {}),
    'mtr.unresponsive_hops_count': hops.length - answering.length,
  }
}

/** The hops for the evidence. */
export function show(path: NetworkPath): Record<string, unknown>[] {
  return known(path).map((hop, index) => ({
    hop: index + 1,
    address: hop.answers[0]?.address ?? null,
    loss_percent: rounded(loss(hop)),
    rtt_avg_ms: hop.answers.length > 0 ? rounded(average(hop.answers)) : null,
  }))
}

/** The router that refuses to forward, if the path ends there. */
export function refuser(path: NetworkPath): string | null {
  if (isReached(path)) return null
  return (
    known(path)
      .at(-1)
      ?.answers.find(({ from }) => from === 'refusal')?.address ?? null
  )
}

function known(path: NetworkPath): PathHop[] {
  return path.slice(0, firstFrom(path, 'target') || firstFrom(path, 'refusal') || lastAnswering(path))
}

/** Counted from 1; 0 when there is none. */
function firstFrom(path: NetworkPath, from: PathProbeAnswer['from']): number {
  return path.findIndex(({ answers }) => answers.some((answer) => answer.from === from)) + 1
}

function lastAnswering(path: NetworkPath): number {
  return path.findLastIndex(({ answers }) => answers.length > 0) + 1
}

function loss({ sent, answers }: PathHop): number {
  return (1 - answers.length / sent) * 100
}

function average(answers: readonly PathProbeAnswer[]): number {
  return answers.reduce((sum, { rttMs }) => sum + rttMs, 0) / answers.length
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
