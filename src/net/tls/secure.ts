// TLS over a connection. Certificates are verified here, not by Node, so that an untrusted one can be reported as well
// as refused.
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { type SecureContext, type TLSSocket, connect, createSecureContext, getCACertificates } from 'node:tls'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { chainProblem, nameProblem } from './certificate.ts'
import { type NetConnection, peerName } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'

export interface SecureOptions {
  /** The server name to send and to expect in the certificate: a hostname or an address. */
  readonly serverName: string
  /** Whether an untrusted certificate, or one for another host, is a failure. */
  readonly verify: boolean
  readonly alpn?: readonly string[]
  /** PEM. */
  readonly clientCert?: string
  readonly clientKey?: string
  /** Also offer TLS 1.0 and 1.1, to detect servers that support nothing better. */
  readonly oldVersions?: boolean
  /** A session of an earlier connection to the same server, to resume. */
  readonly session?: Buffer
  /** Receives the certificate and its problem before `verify` applies, so that a refused one can be shown too. */
  presented?(certificate: X509Certificate, problem: string | null): void
  readonly signal: AbortSignal
}

export interface SecureConnection extends NetConnection {
  readonly socket: TLSSocket
  readonly tlsMs: number
  /** 10, 11, 12 or 13. */
  readonly tlsVersion: number
  /** Why the certificate's chain is not trusted (an expired one is not), as a sentence; null when it is. */
  readonly chainProblem: string | null
  /** Why the certificate is not for `serverName`, as a sentence; null when it is. */
  readonly nameProblem: string | null
  /** The server's chain, leaf first; cut when it is too long. */
  certificates(): readonly X509Certificate[]
}

export type Secure = (connection: NetConnection, options: SecureOptions) => Promise<SecureConnection>

const phase = 'negotiating TLS'

export function createSecure({ clock, extraTrust = [] }: { clock: Clock; extraTrust?: readonly string[] }): Secure {
  const ca = extraTrust.length > 0 ? [...getCACertificates('default'), ...extraTrust] : undefined
  let usual: SecureContext | undefined
  let old: SecureContext | undefined

  return async (connection, request) => {
    const options = request.serverName.endsWith('.')
      ? { ...request, serverName: request.serverName.slice(0, -1) }
      : request
    try {
      const start = clock.monotonicMs()
      const socket = await shakeHands(connection, options, contextFor(options))
      return inspect({ ...connection, socket, tlsMs: clock.monotonicMs() - start }, options)
    } catch (error) {
      connection.socket.destroy()
      throw error
    }
  }

  function contextFor({ clientCert, clientKey, oldVersions }: SecureOptions): SecureContext {
    if (clientCert || clientKey) return clientContext(clientCert, clientKey)
    // OpenSSL supports the old versions only at its lowest security level.
    if (oldVersions) return (old ??= createSecureContext({ ca, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }))
    return (usual ??= createSecureContext({ ca }))
  }

  function clientContext(cert: string | undefined, key: string | undefined): SecureContext {
    try {
      return createSecureContext({ ca, cert, key })
    } catch (error) {
      const reason = (error as { reason?: string }).reason ?? (error as Error).message
      throw new TargetDown('certificate', `the client certificate and key cannot be used: ${reason}`, { cause: error })
    }
  }

  function inspect(
    made: NetConnection & { socket: TLSSocket; tlsMs: number },
    options: SecureOptions,
  ): SecureConnection {
    const { socket } = made
    const { serverName: host } = options
    const tlsVersion = versions[socket.getProtocol() ?? ''] ?? 0
    const leaf = socket.getPeerX509Certificate()
    // Only the server that presented that session's certificate can resume it, so it sends none again.
    if (!leaf && options.session && socket.isSessionReused())
      return { ...made, tlsVersion, chainProblem: null, nameProblem: null, certificates: () => [] }
    if (!leaf) throw new TargetDown('tls', `${peerName(made)} presented no certificate`)
    const code = socket.authorizationError as unknown as string | null | undefined
    const chain = code ? chainProblem(code, leaf, host, clock.now()) : null
    const name = nameProblem(leaf, host)
    const problem = chain ?? name
    options.presented?.(leaf, problem)
    if (options.verify && problem) throw new TargetDown('certificate', problem)
    return { ...made, tlsVersion, chainProblem: chain, nameProblem: name, certificates: () => chainOf(leaf) }
  }
}

const versions: Readonly<Record<string, number>> = { TLSv1: 10, 'TLSv1.1': 11, 'TLSv1.2': 12, 'TLSv1.3': 13 }

function shakeHands(
  connection: NetConnection,
  options: SecureOptions,
  secureContext: SecureContext,
): Promise<TLSSocket> {
  const { serverName, alpn, session } = options
  return attempt<TLSSocket>(options.signal, phase, (done, fail) => {
    // Nagle's algorithm would delay the end of the handshake or the first bytes after it.
    connection.socket.setNoDelay(true)
    const socket = connect({
      socket: connection.socket,
      servername: isIP(serverName) ? '' : serverName,
      ALPNProtocols: alpn as string[] | undefined,
      secureContext,
      session,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    })
    // Node would copy the whole chain into unused objects: a sixth of a handshake's cost.
    socket.getPeerCertificate = () => ({}) as never
    let isSecure = false
    const onError = (error: Error): void => {
      fail(failure(error, { peer: peerName(connection), phase, cause: 'tls' }))
    }
    const onClose = (): void =>
      onError(new TargetDown('tls', `${peerName(connection)} broke off the connection (while ${phase})`))
    socket.on('error', () => {})
    socket.once('error', onError)
    socket.once('close', onClose)
    socket.once('secureConnect', () => {
      isSecure = true
      done(socket)
    })
    return () => {
      socket.off('error', onError)
      socket.off('close', onClose)
      if (!isSecure) socket.destroy()
    }
  })
}

// A hostile server can send a loop or a thousand certificates.
const maxChain = 10

function chainOf(leaf: X509Certificate): X509Certificate[] {
  const chain: X509Certificate[] = []
  let certificate: X509Certificate | undefined = leaf
  while (
    certificate &&
    chain.length < maxChain &&
    !chain.some((previous) => previous.fingerprint256 === certificate?.fingerprint256)
  ) {
    chain.push(certificate)
    certificate = certificate.issuerCertificate
  }
  return chain
}
