// /.well-known/security.txt (RFC 9116).
import type { Services } from '../../operations/registry/services.ts'

const validMonths = 6

/** Without a contact, it leads to the page that says where to report what. */
export function securityText({ clock, origin }: Services, contact: string | null): string {
  const now = clock.now()
  // The first of a month, so that the text and its ETag change once a month.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + validMonths, 1))
  const lines = [
    `Contact: ${contact ?? `${origin()}/docs/security`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, de',
    `Canonical: ${origin()}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
