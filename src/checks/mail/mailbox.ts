// Shared by the checks of mailboxes, imap and pop3.
import { TargetDown } from '../../domain/outcome.ts'
import type { Reach } from '../../net/index.ts'
import { type MailLoginConfig, accountOf, mailLoginProblems } from './login.ts'
import { type MailSession, withMailSession } from './session.ts'
import { type PastedText, type TypeSuggestion, byPort } from '../pasted.ts'
import type { CheckJob, RunContext } from '../run.ts'
import type { HostAndPort } from '../targets.ts'

interface MailboxConfig extends MailLoginConfig {
  readonly port: number | undefined
  readonly tlsMode: 'implicit' | 'starttls' | 'none'
  readonly verifyTls: boolean
  readonly ipVersion: Reach['ipVersion']
}

interface Ports {
  readonly implicit: number
  readonly other: number
}

/** The default port. */
export const usualPort = (ports: Ports, tlsMode: unknown = 'implicit'): number =>
  tlsMode === 'implicit' ? ports.implicit : ports.other

/** A pasted address; clients encrypt connections to the port without TLS after the greeting. */
export function mailboxAt(pasted: PastedText, type: string, ports: Ports): TypeSuggestion | null {
  const found = byPort(pasted, { schemes: [type, `${type}s`], ports: [ports.other, ports.implicit] })
  return found && { ...found, config: pasted.port === ports.other ? { tlsMode: 'starttls' } : {} }
}

type MailboxKeys = MailLoginConfig & Partial<Pick<MailboxConfig, 'port'>>

export function mailboxProblems(config: MailboxKeys, target: HostAndPort<number | null>): string[] {
  const differs = target.port !== null && config.port !== undefined && target.port !== config.port
  return [...(differs ? [`port: must be the port of the target, ${target.port}`] : []), ...mailLoginProblems(config)]
}

interface MailboxProtocol<C> {
  readonly type: 'imap' | 'pop3'
  readonly ports: Ports
  /** The whole session, from the greeting to the last command. */
  inspect(session: MailSession, config: C): Promise<void>
  readonly lastWords: readonly string[]
}

export async function runMailbox<C extends MailboxConfig>(
  { target, config }: CheckJob<C, HostAndPort<number | null>>,
  context: RunContext,
  { type, ports, inspect, lastWords }: MailboxProtocol<C>,
): Promise<void> {
  const { clock, observed } = context
  const { tlsMode, verifyTls, ipVersion } = config
  const port = target.port ?? config.port ?? usualPort(ports, tlsMode)
  // Credentials are never sent unencrypted, so there is no login without TLS.
  const account = tlsMode === 'none' ? null : accountOf(config)
  const start = clock.monotonicMs()
  try {
    const server = { type, host: target.host, port, tlsMode, verifyTls, ipVersion, account, measuresTls: true }
    await withMailSession(server, context, async (session) => {
      await inspect(session, config)
      session.measure('check_time_ms', clock.monotonicMs() - start)
      await session.leave(...lastWords)
    })
    observed.metrics[`${type}.error_count`] = 0
  } catch (error) {
    // A problem of the mailbox itself is no error of connection, encryption or login.
    if (error instanceof TargetDown) observed.metrics[`${type}.error_count`] = error.reason === 'content' ? 0 : 1
    throw error
  }
}
