import { TargetDown } from '../../domain/outcome.ts'
import { withTimeLimit } from '../../net/time-limit.ts'
import { isSessionError } from './expected-path.ts'
import { FtpControl } from '../../protocols/ftp/control.ts'
import { type FileWish, lookAtFiles } from './ftp-files.ts'
import { matches } from '../regexp.ts'
import type { Job, RunContext } from '../run.ts'
import type { Endpoint } from '../targets.ts'
import { tellEncrypted, tellUnencrypted } from '../tls/session.ts'

interface FtpConfig extends FileWish {
  readonly port: number | undefined
  readonly tlsMode: 'explicit' | 'implicit' | 'none'
  readonly verifyTls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly passive: boolean
  readonly checkAnonymous: boolean
  readonly expectBannerRegexp: string | undefined
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

interface Visit {
  readonly host: string
  readonly config: FtpConfig
  readonly context: RunContext
}

export async function runFtp(
  { target, config }: Job<FtpConfig, Endpoint<number | null>>,
  context: RunContext,
): Promise<void> {
  const { clock, observed } = context
  const start = clock.monotonicMs()
  const visit = { host: target.host, config: { ...config, port: target.port ?? config.port }, context }
  try {
    await asGuest(visit)
    await asStranger(visit)
    observed.metrics['ftp.error_count'] = 0
    observed.metrics['ftp.check_time_ms'] = clock.monotonicMs() - start
  } catch (error) {
    const { metrics } = observed
    if (error instanceof TargetDown) metrics['ftp.error_count'] = isSessionError(error, metrics['ftp.auth_ok']) ? 1 : 0
    throw error
  }
}

/** The session that the monitor is about. */
async function asGuest({ host, config, context }: Visit): Promise<void> {
  const { observed, clock, signal } = context
  await inSession({ host, config, context }, signal, async (control) => {
    const { address, connectMs } = control.connection
    observed.metrics['ftp.connect_time_ms'] = connectMs
    observed.evidence.address = address
    if (config.tlsMode === 'implicit') await encrypt(control, { host, config, context })
    const start = clock.monotonicMs()
    const greeting = await control.greeting()
    observed.metrics['ftp.greeting_ms'] = clock.monotonicMs() - start
    tellBanner(greeting.text, config, context)
    if (config.tlsMode === 'none') return lookForTls(control, context)
    if (config.tlsMode === 'explicit') await startTls(control, { host, config, context })
    if (!config.username) return
    await logIn(control, config, context)
    const encryption = { serverName: host, verify: config.verifyTls }
    await lookAtFiles({ ...context, control, passive: config.passive, encryption }, config, context)
  })
}

async function inSession(
  { host, config, context }: Visit,
  signal: AbortSignal,
  talk: (control: FtpControl) => Promise<void>,
): Promise<void> {
  const port = config.port ?? (config.tlsMode === 'implicit' ? 990 : 21)
  const connection = await context.net.connect({ host, port, ipVersion: config.ipVersion, signal })
  const control = new FtpControl(context.net, connection, signal)
  try {
    await talk(control)
    control.leave()
  } catch (error) {
    control.connection.socket.destroy()
    throw error
  }
}

const shownBanner = 500

function tellBanner(banner: string, { expectBannerRegexp: pattern }: FtpConfig, { observed }: RunContext): void {
  observed.evidence.banner = banner.slice(0, shownBanner)
  if (pattern) observed.metrics['ftp.banner_match'] = matches(pattern, banner) ? 1 : 0
}

async function startTls(control: FtpControl, visit: Visit): Promise<void> {
  const { observed } = visit.context
  const reply = await control.ask('AUTH TLS')
  if (reply.code === 234) return encrypt(control, visit)
  observed.metrics['ftp.tls_supported'] = 0
  tellUnencrypted('ftp', observed)
  throw new TargetDown('tls', `the server does not offer TLS: ${reply.line}`)
}

async function encrypt(control: FtpControl, { host, config, context }: Visit): Promise<void> {
  const connection = await control.encrypt({ serverName: host, verify: false })
  context.observed.metrics['ftp.tls_supported'] = 1
  tellEncrypted({ type: 'ftp', verify: config.verifyTls }, connection, context)
}

/** Without TLS of our own, whether there would be any is only asked for. */
async function lookForTls(control: FtpControl, { observed }: RunContext): Promise<void> {
  tellUnencrypted('ftp', observed)
  const features = await control.ask('FEAT')
  const isListed = features.code === 211 && /^[ \t]*AUTH\b.*\b(TLS|SSL)/im.test(features.text)
  // Not every server lists what it can do. One that agrees waits for a handshake that never comes.
  observed.metrics['ftp.tls_supported'] = isListed || (await control.ask('AUTH TLS')).code === 234 ? 1 : 0
}

const accepted = [202, 230, 232]

async function logIn(control: FtpControl, config: FtpConfig, { clock, observed }: RunContext): Promise<void> {
  const { username = '', password = '' } = config
  const start = clock.monotonicMs()
  const asked = await control.ask(`USER ${username}`)
  const reply = asked.code === 331 ? await control.ask(`PASS ${password}`) : asked
  const isIn = accepted.includes(reply.code)
  observed.metrics['ftp.auth_ms'] = clock.monotonicMs() - start
  observed.metrics['ftp.auth_ok'] = isIn ? 1 : 0
  if (isIn) return
  // A server may be so kind as to repeat what it did not like.
  const said = password ? reply.line.replaceAll(password, '[hidden]') : reply.line
  throw new TargetDown(reply.code < 500 ? 'other' : 'auth', `the login was refused: ${said}`)
}

const strangerMs = 5000

/**
 * What the server lets people do whom it does not know, on connections of their own so that the session above stays
 * what a guest's is. A server that does not answer these has already proved that it is up.
 */
async function asStranger(visit: Visit): Promise<void> {
  const { config, context } = visit
  const { metrics } = context.observed
  const isImplicit = config.tlsMode === 'implicit'
  if (isImplicit) metrics['ftp.plaintext_login_allowed'] = 0
  else await tentatively(visit, (control) => tryInClear(control, visit))
  const isOpen = metrics['ftp.anonymous_allowed'] === 1
  if (!config.checkAnonymous || isOpen || config.tlsMode === 'none') return
  await tentatively(visit, (control) => tryInsideTls(control, visit))
}

async function tentatively(visit: Visit, talk: (control: FtpControl) => Promise<void>): Promise<void> {
  const { clock, signal } = visit.context
  try {
    await withTimeLimit({ clock, signal, ms: strangerMs }, (within) => inSession(visit, within, talk))
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
  }
}

/** A made-up name and no password: a server that asks for one has already agreed to get it unencrypted. */
async function tryInClear(control: FtpControl, { config, context }: Visit): Promise<void> {
  const { metrics } = context.observed
  await control.greeting()
  const asked = await control.ask('USER lapwing')
  metrics['ftp.plaintext_login_allowed'] = asked.code === 331 || accepted.includes(asked.code) ? 1 : 0
  if (config.checkAnonymous) metrics['ftp.anonymous_allowed'] = (await letsAnybodyIn(control)) ? 1 : 0
}

async function tryInsideTls(control: FtpControl, { host, config, context }: Visit): Promise<void> {
  const encryption = { serverName: host, verify: false }
  if (config.tlsMode === 'implicit') await control.encrypt(encryption)
  await control.greeting()
  if (config.tlsMode === 'explicit') {
    if ((await control.ask('AUTH TLS')).code !== 234) return
    await control.encrypt(encryption)
  }
  context.observed.metrics['ftp.anonymous_allowed'] = (await letsAnybodyIn(control)) ? 1 : 0
}

async function letsAnybodyIn(control: FtpControl): Promise<boolean> {
  const asked = await control.ask('USER anonymous')
  const reply = asked.code === 331 ? await control.ask('PASS anonymous@example.com') : asked
  return accepted.includes(reply.code)
}
