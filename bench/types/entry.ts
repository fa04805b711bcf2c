// What an entry of the table of types is, and what the bare clients share.
import { type SecureContext, createSecureContext } from 'node:tls'
import { createAuthority } from '../../test/kit/certificates.ts'

export interface Place {
  readonly target: string
  /** Further targets, where each of the checks that run at once needs one of its own. */
  readonly others?: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  /** PEM of a root to trust. */
  readonly root?: string
  stop?(): Promise<void>
}

export interface Entry {
  /** Also the check type, unless that is given. */
  readonly name: string
  readonly type?: string
  /** Why it cannot be measured here, or null. */
  readonly missing: string | null
  /** What has to be reached: CPU per check as a multiple of the bare client's, or checks per second of CPU. */
  readonly goal?: { readonly ratio: number } | { readonly perCpuSecond: number }
  /** Checks under way while CPU is counted; 8 when omitted, more for checks that mostly wait. */
  readonly atOnce?: number
  /** The bare client takes on all targets of its place at once. */
  readonly inOneGo?: boolean
  /** Servers are processes of their own: what they use must not count. `ports` are those of bench/targets.ts. */
  open(ports: Readonly<Record<string, number>>): Promise<Place>
  bare(place: Place): Promise<void>
}

const authority = createAuthority()
export const { root } = authority
export const certificate = authority.issue({ names: ['127.0.0.1'] })

let trusting: SecureContext | undefined

/** One for all connections, as a good client has it: making one costs more than a handshake. */
export function trustIn(root: string | undefined): SecureContext {
  return (trusting ??= createSecureContext({ ca: root }))
}

export function portOf(target: string): number {
  return Number(target.slice(target.lastIndexOf(':') + 1))
}
