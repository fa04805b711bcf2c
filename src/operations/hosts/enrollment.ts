// The token of an agent: for one host, shown once and stored as a hash.
import { agentCommands } from '../../domain/installing/install-commands.ts'
import { fingerprint, newToken } from '../../domain/secret.ts'
import type { HostDraft } from '../../store/hosts/hosts.ts'
import type { CallerContext } from '../registry/define.ts'

const usableForMs = 24 * 3_600_000

interface Enrollment {
  readonly token: string
  readonly draft: Omit<HostDraft, 'monitorId'>
}

export function newEnrollment(id: string, now: Date): Enrollment {
  const token = `lwa_${newToken()}`
  return {
    token,
    draft: { id, tokenHash: fingerprint(token), tokenExpiresAt: new Date(now.getTime() + usableForMs) },
  }
}

export function withEnrollment(
  { services }: CallerContext,
  host: object,
  { token, expiresAt }: { token: string; expiresAt: Date },
): object {
  const { shell, docker } = agentCommands({ origin: services.origin(), token, version: services.version })
  const enrollment = { token, expires_at: expiresAt, install_command: shell, docker_command: docker }
  return { ...host, enrollment }
}
