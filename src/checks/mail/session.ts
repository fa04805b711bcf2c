// A session with a mail server, as the mail types measure it: starts unencrypted or inside TLS, may switch to TLS, and
// may then log in.
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { MailAccount } from '../../domain/mail-server.ts'
import { type MailLogin, openLogin } from '../../protocols/mail/account.ts'
import type { RunContext } from '../run.ts'
import { type MonitoredServer, ServerSession } from '../server-session.ts'

export interface MonitoredMailServer extends Omit<MonitoredServer, 'account'> {
  readonly tlsMode: 'implicit' | 'starttls' | 'none'
  /** Null without a login. */
  readonly account: MailAccount | null
}

interface ReadyMailServer extends MonitoredServer {
  readonly tlsMode: MonitoredMailServer['tlsMode']
  readonly account: MailLogin | null
}

const goodbyeMs = 1000

/** Connects, passes the session to `talk`, and always closes it. */
export async function withMailSession(
  server: MonitoredMailServer,
  context: RunContext,
  talk: (session: MailSession) => Promise<void>,
): Promise<void> {
  const { host, port, ipVersion, verifyTls } = server
  const account = server.account && (await openLogin(server.account, { ...context, verifyTls, ipVersion }))
  const connection = await context.net.connect({ host, port, ipVersion, signal: context.signal })
  const session = new MailSession({ ...server, account }, connection, context)
  try {
    if (server.tlsMode === 'implicit') await session.encrypt()
    await talk(session)
  } finally {
    session.close()
  }
}

export class MailSession extends ServerSession<ReadyMailServer> {
  /** `time` is the arrival of the newest message in milliseconds since 1970. */
  observeNewest(time: number): void {
    this.measure('newest_message_age_s', Math.max(0, (this.context.clock.now().getTime() - time) / 1000))
    this.show('newest_message', new Date(time).toISOString())
  }

  /** Credentials are never sent unencrypted. */
  override login(attempt: (account: MailLogin) => Promise<string | null>): Promise<void> {
    if (!this.isEncrypted) throw new Error('a login needs an encrypted connection')
    return super.login(attempt)
  }

  /**
   * Sends the last commands and waits briefly for the server to close. The check has its result, so errors are ignored.
   */
  async leave(...words: readonly string[]): Promise<void> {
    const { lines } = this
    const untilClosed = async (signal: AbortSignal): Promise<never> => {
      for (const word of words) {
        lines.say(word)
        await lines.next(signal)
      }
      for (;;) await lines.next(signal)
    }
    await withTimeLimit({ ...this.context, ms: goodbyeMs }, untilClosed).catch(() => undefined)
  }
}
