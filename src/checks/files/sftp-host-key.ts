// The expected host key of an SFTP server, and a session with a server that has it.
import { createHash } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { type SshAlgorithms, weakAlgorithms } from '../../protocols/ssh/server-hello.ts'
import type { SshOptions, SshSession } from '../../protocols/ssh/session.ts'
import { Matcher } from '../regexp.ts'
import type { CheckJob, RunContext } from '../run.ts'
import type { HostAndPort } from '../targets.ts'

interface HostKeyConfig {
  readonly port: number
  readonly hostKeyFingerprint: string | undefined
  readonly expectBannerRegexp: string | undefined
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

type SftpTarget = HostAndPort<number | null>

interface HostKey {
  /** `ssh-ed25519` */
  readonly kind: string
  /** `SHA256:…` */
  readonly fingerprint: string
}

/** The expected host key and its source. */
interface ExpectedHostKey extends Partial<HostKey> {
  readonly by: 'config' | 'memory' | 'nobody'
}

export interface SshHandshake {
  readonly job: CheckJob<HostKeyConfig, SftpTarget>
  readonly context: RunContext
  readonly begin: (options: SshOptions) => SshSession
  readonly expected: ExpectedHostKey
  /** Keys that the server has presented. */
  readonly presented: HostKey[]
}

export function expectedKey({ config, target, known }: CheckJob<HostKeyConfig, SftpTarget>): ExpectedHostKey {
  if (config.hostKeyFingerprint) return { by: 'config', fingerprint: config.hostKeyFingerprint.replace(/=$/, '') }
  const { server, kind, fingerprint } = (known ?? {}) as Partial<HostKey> & { server?: string }
  return server === serverName(target, config) ? { by: 'memory', kind, fingerprint } : { by: 'nobody' }
}

/** The server that a remembered key belongs to. */
function serverName(target: SftpTarget, config: HostKeyConfig): string {
  return `${target.host.toLowerCase()} ${target.port ?? config.port}`
}

/**
 * A server has several host keys and presents one. If it is not the expected one, this reconnects and requests the
 * others.
 */
export async function connectTrusted(handshake: SshHandshake): Promise<SshSession> {
  const { presented, expected } = handshake
  const isLikely = (name: string): boolean => kindOf(name) === expected.kind
  let wanted = hostKeyNames.toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)))
  for (;;) {
    const { session, isTrusted } = await shakeHands(handshake, wanted)
    if (isTrusted) {
      observeTrusted(handshake)
      return session
    }
    session.destroy()
    const offered = session.hello.algorithms?.hostKeys ?? []
    wanted = wanted.filter((name) => offered.includes(name) && !presented.some(({ kind }) => kind === kindOf(name)))
    if (wanted.length === 0) throw unexpectedKey(handshake)
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

/** The key type of a signature algorithm. */
function kindOf(name: string): string {
  return name.startsWith('rsa-sha2-') ? 'ssh-rsa' : name
}

interface HandshakeResult {
  readonly session: SshSession
  readonly isTrusted: boolean
}

async function shakeHands(handshake: SshHandshake, hostKeys: readonly string[]): Promise<HandshakeResult> {
  const { clock, signal, observed } = handshake.context
  const before = handshake.presented.length
  const { session, greetedAt } = await openSession(handshake, hostKeys)
  try {
    const { kex, cs } = await session.handshake()
    observed.metrics['sftp.handshake_ms'] = clock.monotonicMs() - greetedAt()
    observed.evidence.algorithms = { key_exchange: kex, cipher: cs.cipher, ...(cs.mac && { mac: cs.mac }) }
    return { session, isTrusted: true }
  } catch (error) {
    const isRefusal = handshake.presented.length > before && !isExpected(handshake) && !signal.aborted
    if (isRefusal) return { session, isTrusted: false }
    session.destroy()
    throw error
  } finally {
    if (session.hello.algorithms) observeWeakAlgorithms(session.hello.algorithms, handshake.context)
  }
}

async function openSession(handshake: SshHandshake, hostKeys: readonly string[]) {
  const { job, context, presented } = handshake
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
    observeBanner(identification, config, context)
  }
  const trusts = (blob: Buffer): boolean => {
    presented.push(readHostKey(blob))
    return isExpected(handshake)
  }
  return { session: handshake.begin({ connection, signal, hostKeys, greeted, trusts }), greetedAt: () => greetedAt }
}

function isExpected({ expected, presented }: SshHandshake): boolean {
  return expected.fingerprint === undefined || presented.at(-1)?.fingerprint === expected.fingerprint
}

const shownBanner = 300

function observeBanner(banner: string, { expectBannerRegexp: pattern }: HostKeyConfig, { observed }: RunContext): void {
  observed.evidence.banner = banner.slice(0, shownBanner)
  if (pattern) observed.metrics['sftp.banner_match'] = new Matcher().matches(pattern, banner) ? 1 : 0
}

function observeWeakAlgorithms(offer: SshAlgorithms, { observed }: RunContext): void {
  const weak = weakAlgorithms(offer)
  observed.metrics['sftp.weak_algorithms'] = Math.min(weak.length, 100)
  if (weak.length > 0) observed.evidence.weak_algorithms = weak.slice(0, 40)
}

function readHostKey(blob: Buffer): HostKey {
  const kind = blob.toString('latin1', 4, 4 + blob.readUInt32BE(0))
  const fingerprint = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')
  return { kind, fingerprint: `SHA256:${fingerprint}` }
}

/** The key matches, or none was expected: then this key is remembered. */
function observeTrusted({ job, context: { observed }, expected, presented }: SshHandshake): void {
  const key = presented.at(-1)!
  observed.evidence.host_key = key
  observed.metrics['sftp.host_key_changed'] = 0
  if (expected.by === 'config') observed.metrics['sftp.host_key_match'] = 1
  const server = serverName(job.target, job.config)
  const { server: before, fingerprint } = (job.known ?? {}) as { server?: string; fingerprint?: string }
  if (before !== server || fingerprint !== key.fingerprint) observed.remember = { server, ...key }
}

function unexpectedKey({ context: { observed }, expected, presented }: SshHandshake): TargetDown {
  observed.evidence.host_key = presented[0]
  observed.evidence.expected_host_key = expected.fingerprint
  observed.metrics['sftp.host_key_changed'] = 1
  if (expected.by === 'config') observed.metrics['sftp.host_key_match'] = 0
  const what = `the server has the host key ${presented[0]?.fingerprint} instead of ${expected.fingerprint}`
  const hint = expected.by === 'memory' ? '; if this is correct, set hostKeyFingerprint to the new one' : ''
  return new TargetDown('certificate', `${what}${hint}`)
}
