// What the checks of message brokers have in common: ports with and without TLS, the session, and pasted addresses.
import { readDatabaseUrl } from '../../domain/checking/database-url.ts'
import type { Refusal } from '../../protocols/data/reply.ts'
import { type PastedText, type TypeSuggestion, atPort } from '../pasted.ts'
import type { RunContext } from '../run.ts'
import { type DatabaseConfig, type DatabaseJob, type ValueSession, withDatabase } from './database.ts'

type TlsMode = DatabaseConfig['tlsMode']

interface BrokerType {
  readonly type: string
  readonly schemes: Readonly<Record<TlsMode, string>>
  readonly ports: Readonly<Record<TlsMode, number>>
}

const tlsModes: readonly TlsMode[] = ['required', 'none']

/** A pasted connection URL, or an address with a usual port. The password stays behind; `path` is the config for it. */
export function brokerAt(
  { text, scheme, host, port }: PastedText,
  { schemes, ports }: Omit<BrokerType, 'type'>,
  path?: string,
): TypeSuggestion | null {
  const tlsMode = tlsModes.find((mode) => (scheme === null ? ports[mode] === port : schemes[mode] === scheme))
  if (host === null || tlsMode === undefined) return null
  const { username, database } = (scheme !== null && readDatabaseUrl(text)) || {}
  const config = { tlsMode, ...(username && { username }), ...(path && database && { [path]: database }) }
  return { fit: 100, target: atPort(host, port), config }
}

/** Connects, encrypts if that is wanted, and passes the session to `talk`. */
export function withBroker<C extends DatabaseConfig>(
  job: DatabaseJob<C>,
  context: RunContext,
  { type, ports, talk }: Omit<BrokerType, 'schemes'> & { talk(session: ValueSession): Promise<void> },
): Promise<void> {
  const { tlsMode } = job.config
  const encrypted = async (session: ValueSession): Promise<void> => {
    if (tlsMode === 'required') await session.encrypt()
    await talk(session)
  }
  return withDatabase(job, context, { type, usualPort: ports[tlsMode], talk: encrypted })
}

/** Brokers may accept clients without an account, too. */
export async function logIn(
  session: ValueSession,
  attempt: () => Promise<void>,
  isRejected: (refusal: Refusal) => boolean,
): Promise<void> {
  if (session.server.account) return session.authenticate(attempt, isRejected)
  await session.required(
    () => session.timed('auth_ms', attempt),
    (refusal) => (isRejected(refusal) ? 'auth' : 'other'),
  )
}
