// Finds out what a server accepts: offers one protocol or group of ciphers at a time, each on a new connection.
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import {
  type Agreement,
  HelloReader,
  type Offer,
  type Protocol,
  clientHello,
  protocols,
} from '../../net/tls/client-hello.ts'
import { sendAndReceive } from '../../net/send-receive.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Net, SecureConnection } from '../../net/index.ts'
import { inParallel } from '../in-parallel.ts'
import { type CipherGroup, allCiphers, cipherGroups, diffieHellman, tls13Ciphers } from './ciphers.ts'
import type { TlsFacts } from './grade.ts'

export interface TlsScan {
  readonly net: Net
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly serverName: string
  /** The finished handshake of the check. All offers go to the same IP address. */
  readonly handshake: SecureConnection
  readonly chain: readonly X509Certificate[]
}

const atOnce = 3
/** A server that does not respond to an offer within this time has not accepted it. */
const patienceMs = 3000

export async function scanTls(options: TlsScan): Promise<TlsFacts> {
  const scan = { ...options, serverName: options.serverName.replace(/\.$/, '') }
  const spoken = await spokenProtocols(scan)
  const older = spoken.findLast((protocol) => protocol !== 'TLS 1.3' && protocol !== 'SSL 2.0')
  const found = older ? await acceptedCiphers(scan, older) : { ciphers: [], groupBits: null }
  const isModern = spoken.includes('TLS 1.3') && !found.ciphers.includes('forward secret')
  return {
    protocols: spoken,
    ciphers: isModern ? [...found.ciphers, 'forward secret'] : found.ciphers,
    groupBits: found.groupBits,
    key: keyOf(scan.chain[0]),
    signatures: signaturesOf(scan.chain),
    certificateProblem: scan.handshake.chainProblem ?? scan.handshake.nameProblem,
    hstsSeconds: await hstsSeconds(scan),
  }
}

async function spokenProtocols(scan: TlsScan): Promise<Protocol[]> {
  const known = `TLS ${(scan.handshake.tlsVersion / 10).toFixed(1)}`
  const answers = await inParallel(protocols, atOnce, async (protocol) => {
    if (protocol === known) return true
    const ciphers = protocol === 'TLS 1.3' ? tls13Ciphers : allCiphers
    return (await answerTo(scan, { protocol, ciphers, serverName: scan.serverName })) !== null
  })
  return protocols.filter((_, place) => answers[place])
}

async function acceptedCiphers(scan: TlsScan, protocol: Protocol): Promise<Pick<TlsFacts, 'ciphers' | 'groupBits'>> {
  const { serverName } = scan
  const names = Object.keys(cipherGroups) as CipherGroup[]
  const offers: Offer[] = names.map((name) => ({ protocol, ciphers: cipherGroups[name], serverName }))
  const answers = await inParallel(
    [...offers, { protocol, ciphers: diffieHellman, serverName, asksForGroup: true }],
    atOnce,
    (offer) => answerTo(scan, offer),
  )
  return { ciphers: names.filter((_, place) => answers[place]), groupBits: answers.at(-1)?.groupBits ?? null }
}

/** Null if the server refuses in any way. A failed connection is an error. */
async function answerTo({ net, clock, signal, handshake }: TlsScan, offer: Offer): Promise<Agreement | null> {
  const connection = await net.connect({ host: handshake.address, port: handshake.port, ipVersion: 'any', signal })
  const reader = new HelloReader(offer)
  const take = (chunk: Buffer): boolean => reader.take(chunk)
  try {
    const payload = clientHello(offer)
    await withTimeLimit({ clock, signal, ms: patienceMs }, (soon) =>
      sendAndReceive(connection, { payload, take, signal: soon }),
    )
  } catch (error) {
    if (signal.aborted || !(error instanceof TargetDown)) throw error
  } finally {
    connection.socket.destroy()
  }
  return reader.agreement
}

const headBytes = 16_384

/** HSTS of the front page; null without it. HSTS does not apply to IP addresses. */
async function hstsSeconds({ net, clock, signal, serverName, handshake }: TlsScan): Promise<number | null> {
  if (isIP(serverName)) return null
  const host = handshake.port === 443 ? serverName : `${serverName}:${handshake.port}`
  const lines = ['HEAD / HTTP/1.1', `Host: ${host}`, 'User-Agent: Lapwing', 'Accept: */*', 'Connection: close', '', '']
  const payload = Buffer.from(lines.join('\r\n'))
  const plain = await net.connect({ host: handshake.address, port: handshake.port, ipVersion: 'any', signal })
  const connection = await net.secure(plain, {
    serverName,
    verify: false,
    oldVersions: handshake.tlsVersion < 12,
    signal,
  })
  let head = ''
  const take = (chunk: Buffer): boolean => {
    head += chunk.toString('latin1')
    return head.length > headBytes || head.includes('\r\n\r\n') || !'HTTP/'.startsWith(head.slice(0, 5))
  }
  try {
    await withTimeLimit({ clock, signal, ms: patienceMs }, (soon) =>
      sendAndReceive(connection, { payload, take, signal: soon }),
    )
  } catch (error) {
    // Servers of other protocols may respond to this request in any way.
    if (signal.aborted || !(error instanceof TargetDown)) throw error
  } finally {
    connection.socket.destroy()
  }
  return maxAge(head)
}

export function maxAge(head: string): number | null {
  if (!head.startsWith('HTTP/')) return null
  const [, promise = ''] = /\r\nstrict-transport-security:([^\r\n]*)/i.exec(head) ?? []
  const [, seconds] = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,12})/i.exec(promise) ?? []
  return seconds === undefined ? null : Number(seconds)
}

function keyOf(leaf: X509Certificate | undefined): TlsFacts['key'] {
  try {
    const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails: details = {} } = leaf?.publicKey ?? {}
    // prime256v1, secp384r1: names of curves contain their size.
    return { type, bits: details.modulusLength ?? Number(/\d{3}/.exec(details.namedCurve ?? '')?.[0] ?? 0) }
  } catch {
    // A key type that this OpenSSL does not know.
    return { type: 'unknown', bits: 0 }
  }
}

/** The signature of a root on itself does not matter. */
function signaturesOf(chain: readonly X509Certificate[]): string[] {
  const signed = chain.filter(({ subject, issuer }) => subject !== issuer)
  return [...new Set(signed.map(({ signatureAlgorithm }) => signatureAlgorithm ?? 'an unknown algorithm'))]
}
