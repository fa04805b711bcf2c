import { createHash } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { isSessionError } from './expected-path.ts'
import { matches } from '../regexp.ts'
import type { Job, RunContext } from '../run.ts'
import { type FileWish, lookAtFiles } from './sftp-files.ts'
import { type Credential, logIn } from './sftp-login.ts'
import { type SshOffer, weakIn } from '../../protocols/ssh/opening.ts'
import { type SshOptions, type SshSession, sshSessions } from '../../protocols/ssh/session.ts'
import type { Endpoint } from '../targets.ts'

interface SftpConfig extends Credential, FileWish {
  readonly port: number
  readonly hostKeyFingerprint: string | undefined
  readonly expectBannerRegexp: string | undefined
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

type Target = Endpoint<number | null>

interface HostKey {
  /** `ssh-ed25519` */
  readonly kind: string
  /** `SHA256:…` */
  readonly fingerprint: string
}

/** The key that the server is expected to have, and who says so. */
interface Expected extends Partial<HostKey> {
  readonly by: 'config' | 'memory' | 'nobody'
}

interface Meeting {
  readonly job: Job<SftpConfig, Target>
  readonly context: RunContext
  readonly begin: (manners: SshOptions) => SshSession
  readonly expected: Expected
  /** The keys that the server has shown. */
  readonly shown: HostKey[]
}

export async function runSftp(job: Job<SftpConfig, Target>, context: RunContext): Promise<void> {
  const { clock, observed } = context
  const begin = await sshSessions()
  const start = clock.monotonicMs()
  try {
    const session = await meet({ job, context, begin, expected: expectedKey(job), shown: [] })
    await visit(session, job.config, context)
    observed.metrics['sftp.error_count'] = 0
    observed.metrics['sftp.check_time_ms'] = clock.monotonicMs() - start
  } catch (error) {
    const { metrics } = observed
    if (error instanceof TargetDown)
      metrics['sftp.error_count'] = isSessionError(error, metrics['sftp.auth_ok']) ? 1 : 0
    throw error
  }
}

async function visit(session: SshSession, config: SftpConfig, context: RunContext): Promise<void> {
  try {
    if (config.username && config.authMethod !== 'none') {
      await logIn(session, config, context)
      await lookAtFiles(session, config, context)
    }
    session.end()
  } catch (error) {
    session.destroy()
    throw error
  }
}

function expectedKey({ config, target, known }: Job<SftpConfig, Target>): Expected {
  if (config.hostKeyFingerprint) return { by: 'config', fingerprint: config.hostKeyFingerprint.replace(/=$/, '') }
  const { server, kind, fingerprint } = (known ?? {}) as Partial<HostKey> & { server?: string }
  return server === serverName(target, config) ? { by: 'memory', kind, fingerprint } : { by: 'nobody' }
}

/** What a remembered key belongs to: another server may have another key. */
function serverName(target: Target, config: SftpConfig): string {
  return `${target.host.toLowerCase()} ${target.port ?? config.port}`
}

/** A server has several host keys and shows one: the others are asked for when it is not the expected one. */
async function meet(meeting: Meeting): Promise<SshSession> {
  const { shown, expected } = meeting
  const isLikely = (name: string): boolean => kindOf(name) === expected.kind
  let wanted = hostKeyNames.toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)))
  for (;;) {
    const { session, isTrusted } = await shakeHands(meeting, wanted)
    if (isTrusted) {
      recognize(meeting)
      return session
    }
    session.destroy()
    const offered = session.opening.offer?.hostKeys ?? []
    wanted = wanted.filter((name) => offered.includes(name) && !shown.some(({ kind }) => kind === kindOf(name)))
    if (wanted.length === 0) throw mistrust(meeting)
  }
}

const hostKeyNames: readonly string[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
]

/** The kind of key behind the name of an algorithm that signs with it. */
function kindOf(name: string): string {
  return name.startsWith('rsa-sha2-') ? 'ssh-rsa' : name
}

interface Met {
  readonly session: SshSession
  readonly isTrusted: boolean
}

async function shakeHands(meeting: Meeting, hostKeys: readonly string[]): Promise<Met> {
  const { clock, signal, observed } = meeting.context
  const before = meeting.shown.length
  const { session, greetedAt } = await introduce(meeting, hostKeys)
  try {
    const { kex, cs } = await session.handshake()
    observed.metrics['sftp.handshake_ms'] = clock.monotonicMs() - greetedAt()
    observed.evidence.algorithms = { key_exchange: kex, cipher: cs.cipher, ...(cs.mac && { mac: cs.mac }) }
    return { session, isTrusted: true }
  } catch (error) {
    const isRefusal = meeting.shown.length > before && !isExpected(meeting) && !signal.aborted
    if (isRefusal) return { session, isTrusted: false }
    session.destroy()
    throw error
  } finally {
    if (session.opening.offer) tellOffer(session.opening.offer, meeting.context)
  }
}

async function introduce(meeting: Meeting, hostKeys: readonly string[]) {
  const { job, context, shown } = meeting
  const { net, clock, signal, observed } = context
  const { config, target } = job
  const port = target.port ?? config.port
  const connection = await net.connect({ host: target.host, port, ipVersion: config.ipVersion, signal })
  observed.metrics['sftp.connect_time_ms'] = connection.connectMs
  observed.evidence.address = connection.address
  const start = clock.monotonicMs()
  let greetedAt = start
  const greeted = (identification: string): void => {
    greetedAt = clock.monotonicMs()
    observed.metrics['sftp.greeting_ms'] = greetedAt - start
    tellBanner(identification, config, context)
  }
  const trusts = (blob: Buffer): boolean => {
    shown.push(readHostKey(blob))
    return isExpected(meeting)
  }
  return { session: meeting.begin({ connection, signal, hostKeys, greeted, trusts }), greetedAt: () => greetedAt }
}

function isExpected({ expected, shown }: Meeting): boolean {
  return expected.fingerprint === undefined || shown.at(-1)?.fingerprint === expected.fingerprint
}

const shownBanner = 300

function tellBanner(banner: string, { expectBannerRegexp: pattern }: SftpConfig, { observed }: RunContext): void {
  observed.evidence.banner = banner.slice(0, shownBanner)
  if (pattern) observed.metrics['sftp.banner_match'] = matches(pattern, banner) ? 1 : 0
}

function tellOffer(offer: SshOffer, { observed }: RunContext): void {
  const weak = weakIn(offer)
  observed.metrics['sftp.weak_algorithms'] = Math.min(weak.length, 100)
  if (weak.length > 0) observed.evidence.weak_algorithms = weak.slice(0, 40)
}

function readHostKey(blob: Buffer): HostKey {
  const kind = blob.toString('latin1', 4, 4 + blob.readUInt32BE(0))
  const fingerprint = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')
  return { kind, fingerprint: `SHA256:${fingerprint}` }
}

/** It is who it should be, or nobody has said yet who that is: from now on it is this one. */
function recognize({ job, context: { observed }, expected, shown }: Meeting): void {
  const key = shown.at(-1)!
  observed.evidence.host_key = key
  observed.metrics['sftp.host_key_changed'] = 0
  if (expected.by === 'config') observed.metrics['sftp.host_key_match'] = 1
  const server = serverName(job.target, job.config)
  const { server: before, fingerprint } = (job.known ?? {}) as { server?: string; fingerprint?: string }
  if (before !== server || fingerprint !== key.fingerprint) observed.remember = { server, ...key }
}

function mistrust({ context: { observed }, expected, shown }: Meeting): TargetDown {
  observed.evidence.host_key = shown[0]
  observed.evidence.expected_host_key = expected.fingerprint
  observed.metrics['sftp.host_key_changed'] = 1
  if (expected.by === 'config') observed.metrics['sftp.host_key_match'] = 0
  const what = `the server shows the host key ${shown[0]?.fingerprint} instead of ${expected.fingerprint}`
  const hint = expected.by === 'memory' ? '; if that is right, give the new one as hostKeyFingerprint' : ''
  return new TargetDown('certificate', `${what}${hint}`)
}
