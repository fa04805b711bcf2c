// Shared by the checks of mailboxes, imap and pop3.
import { TargetDown } from '../../domain/outcome.ts'
import type { Reach } from '../../net/index.ts'
import { type MailSession, accountOf, withMailSession } from './session.ts'
import type { CheckJob, RunContext } from '../run.ts'

interface MailboxConfig {
  readonly port: number | undefined
  readonly tlsMode: 'implicit' | 'starttls' | 'none'
  readonly verifyTls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly ipVersion: Reach['ipVersion']
}

interface Ports {
  readonly implicit: number
  readonly other: number
}

/** The default port. */
export const usualPort = (ports: Ports, tlsMode: unknown = 'implicit'): number =>
  tlsMode === 'implicit' ? ports.implicit : ports.other

interface MailboxProtocol<C> {
  readonly type: 'imap' | 'pop3'
  readonly ports: Ports
  /** The whole session, from the greeting to the last command. */
  inspect(session: MailSession, config: C): Promise<void>
  readonly lastWords: readonly string[]
}

export async function runMailbox<C extends MailboxConfig>(
  { target, config }: CheckJob<C>,
  context: RunContext,
  { type, ports, inspect, lastWords }: MailboxProtocol<C>,
): Promise<void> {
  const { clock, observed } = context
  const { tlsMode, verifyTls, ipVersion } = config
  const port = config.port ?? usualPort(ports, tlsMode)
  // Credentials are never sent unencrypted, so there is no login without TLS.
  const account = tlsMode === 'none' ? null : accountOf(config)
  const start = clock.monotonicMs()
  try {
    const server = { type, host: target, port, tlsMode, verifyTls, ipVersion, account, measuresTls: true }
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
