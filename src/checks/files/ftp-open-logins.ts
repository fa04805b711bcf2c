// Tests which logins an FTP server accepts from strangers.
import { TargetDown } from '../../domain/outcome.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { type FtpControl, isLoggedIn } from '../../protocols/ftp/control.ts'
import { type FtpServer, withFtpSession } from './ftp-session.ts'

interface OpenLoginVisit extends FtpServer {
  readonly config: FtpServer['config'] & {
    readonly tlsMode: 'explicit' | 'implicit' | 'none'
    readonly checkAnonymous: boolean
  }
}

const attemptMs = 5000

/**
 * Tests what the server allows strangers, on separate connections so that the main session is not affected. If these
 * connections fail, the server is still up.
 */
export async function testOpenLogins(visit: OpenLoginVisit): Promise<void> {
  const { config, context } = visit
  const { metrics } = context.observed
  const isImplicit = config.tlsMode === 'implicit'
  if (isImplicit) metrics['ftp.plaintext_login_allowed'] = 0
  else await ignoringFailures(visit, (control) => tryInClear(control, visit))
  const isOpen = metrics['ftp.anonymous_allowed'] === 1
  if (!config.checkAnonymous || isOpen || config.tlsMode === 'none') return
  await ignoringFailures(visit, (control) => tryInsideTls(control, visit))
}

async function ignoringFailures(visit: OpenLoginVisit, talk: (control: FtpControl) => Promise<void>): Promise<void> {
  const { clock, signal } = visit.context
  try {
    await withTimeLimit({ clock, signal, ms: attemptMs }, (within) => withFtpSession(visit, within, talk))
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
  }
}

/** Uses a made-up name and no password: a server that asks for one would accept it unencrypted. */
async function tryInClear(control: FtpControl, { config, context }: OpenLoginVisit): Promise<void> {
  const { metrics } = context.observed
  await control.greeting()
  const reply = await control.ask('USER lapwing')
  metrics['ftp.plaintext_login_allowed'] = reply.code === 331 || isLoggedIn(reply) ? 1 : 0
  if (config.checkAnonymous) metrics['ftp.anonymous_allowed'] = (await acceptsAnonymous(control)) ? 1 : 0
}

async function tryInsideTls(control: FtpControl, { host, config, context }: OpenLoginVisit): Promise<void> {
  const encryption = { serverName: host, verify: false }
  if (config.tlsMode === 'implicit') await control.encrypt(encryption)
  await control.greeting()
  if (config.tlsMode === 'explicit') {
    if ((await control.ask('AUTH TLS')).code !== 234) return
    await control.encrypt(encryption)
  }
  context.observed.metrics['ftp.anonymous_allowed'] = (await acceptsAnonymous(control)) ? 1 : 0
}

async function acceptsAnonymous(control: FtpControl): Promise<boolean> {
  return isLoggedIn(await control.logIn('anonymous', 'anonymous@example.com'))
}
