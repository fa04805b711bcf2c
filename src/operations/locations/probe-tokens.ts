// Tokens of probes: for one location, shown once and stored as a hash.
import { fingerprint, newToken } from '../../domain/secret.ts'

interface HashedProbeToken {
  readonly prefix: string
  readonly hash: Buffer
}

export const newProbeToken = (): string => `lwp_${newToken()}`

export const probeTokenOf = (token: string): HashedProbeToken => ({
  prefix: token.slice(0, 8),
  hash: fingerprint(token),
})
