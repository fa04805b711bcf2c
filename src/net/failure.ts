// Converts Node's errors to sentences for the owner of the target. Errors of our own making are not converted.
import { type Cause, TargetDown } from '../domain/outcome.ts'
import type { DeadlinePhase } from './deadline.ts'

export interface FailureContext {
  /** The peer: `192.0.2.1:443`. */
  readonly peer: string
  /** Worded to follow "while". */
  readonly phase: DeadlinePhase
  /** The cause if the table names none. */
  readonly cause: Cause
}

type Sentence = (context: FailureContext) => string

const brokeOff: Sentence = ({ peer, phase }) => `${peer} broke off the connection (while ${phase})`

const table: Readonly<Record<string, readonly [Cause | null, Sentence]>> = {
  ECONNREFUSED: ['connect', ({ peer }) => `connection refused by ${peer}`],
  ECONNRESET: [null, brokeOff],
  EPIPE: [null, brokeOff],
  ECONNABORTED: [null, brokeOff],
  ETIMEDOUT: ['timeout', ({ peer, phase }) => `no response from ${peer} (while ${phase})`],
  EHOSTUNREACH: ['connect', ({ peer }) => `no route to ${peer}`],
  EHOSTDOWN: ['connect', ({ peer }) => `no route to ${peer}`],
  ENETUNREACH: ['connect', ({ peer }) => `the network of ${peer} cannot be reached from here`],
  ENETDOWN: ['connect', ({ peer }) => `the network of ${peer} cannot be reached from here`],
  EMSGSIZE: ['connect', ({ peer }) => `the message is too large for the way to ${peer}`],
}

// Nothing was sent: this machine has no route.
const noWayOut = new Set(['ENETUNREACH', 'ENETDOWN'])

// Faults of this machine: no target is down because of them.
const ours: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'this machine has no free address or port left to connect from',
  EAFNOSUPPORT: 'this machine does not speak that IP version',
  EACCES: "this machine's own rules forbid the connection",
  EPERM: "this machine's own rules forbid the connection",
  EMFILE: 'this process has too many connections and files open; raise its limit (ulimit -n)',
  ENFILE: 'this machine has too many connections and files open',
  ENOBUFS: 'this machine has no memory left for connections',
  ENOMEM: 'this machine has no memory left for connections',
}

// OpenSSL's names without ERR_SSL_; alerts of old and new TLS share an entry.
const tlsTable: readonly (readonly [RegExp, string])[] = [
  [
    /WRONG_VERSION_NUMBER|LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|UNKNOWN_PROTOCOL|RECORD_TYPE|RECORD_LAYER/,
    'does not speak TLS on this port',
  ],
  [/BAD_RECORD_MAC|DECRYPTION_FAILED/, 'sent TLS records that cannot be decrypted'],
  [/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|INAPPROPRIATE_FALLBACK/, 'speaks only versions of TLS that are too old'],
  [/NO_APPLICATION_PROTOCOL/, 'does not speak the wanted protocol over TLS'],
  [/UNRECOGNIZED_NAME/, 'has no certificate for the requested name'],
  [
    /BAD_CERTIFICATE|CERTIFICATE_(REQUIRED|UNKNOWN|EXPIRED|REVOKED)|UNKNOWN_CA|ACCESS_DENIED/,
    'wants a client certificate that it can accept',
  ],
  [/HANDSHAKE_FAILURE|NO_SHARED|NO_CIPHERS|INSUFFICIENT_SECURITY/, 'agreed on no common TLS settings'],
  [
    /DH_KEY_TOO_SMALL|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK|LEGACY_SIGALG|UNSAFE_LEGACY_RENEGOTIATION/,
    'uses TLS settings that are no longer safe',
  ],
  [/INTERNAL_ERROR/, 'failed inside its own TLS'],
]

export function failure(error: NodeJS.ErrnoException, context: FailureContext): Error {
  if (error instanceof TargetDown) return error
  const code = error.code ?? ''
  const entry = table[code]
  if (entry)
    return new TargetDown(entry[0] ?? context.cause, entry[1](context), {
      cause: error,
      local: noWayOut.has(code) ? 'route' : undefined,
    })
  if (ours[code]) return new Error(ours[code], { cause: error })
  if (/^(ERR_SSL_|ERR_TLS_|ERR_OSSL_)|^EPROTO$/.test(code)) return tlsFailure(error, context)
  return error
}

function tlsFailure(error: NodeJS.ErrnoException, { peer }: FailureContext): Error {
  const { reason = error.message } = error as { reason?: string }
  const name = `${error.code} ${reason} ${error.message}`.toUpperCase().replaceAll(/[ -]/g, '_')
  const entry = tlsTable.find(([pattern]) => pattern.test(name))
  const text = entry ? `${peer} ${entry[1]}` : `TLS with ${peer} failed: ${reason}`
  return new TargetDown('tls', text, { cause: error })
}

const lookupTable: Readonly<Record<string, (name: string, kind: string, server: string) => string>> = {
  ENOTFOUND: (name) => `the name ${name} does not exist`,
  ENODATA: (name, kind) => `the name ${name} has no ${kind}address`,
  ESERVFAIL: (name, _, server) => `${server} failed to look up ${name} (SERVFAIL)`,
  EREFUSED: (name, _, server) => `${server} refused to look up ${name} (REFUSED)`,
  ENOTIMP: (name, _, server) => `${server} cannot look up ${name} (NOTIMP)`,
  EFORMERR: (name, _, server) => `${server} did not understand the question for ${name} (FORMERR)`,
  EBADRESP: (name, _, server) => `the answer of ${server} for ${name} is garbled`,
  EBADNAME: (name) => `${name} is not a name that can be looked up`,
  ETIMEOUT: (name, _, server) => `${server} did not answer when asked for ${name}`,
  ECONNREFUSED: (name, _, server) => `${server} could not be reached to look up ${name}`,
}

const kinds = { any: '', ip4: 'IPv4 ', ip6: 'IPv6 ' }

export function lookupFailure(error: NodeJS.ErrnoException, name: string, ipVersion: keyof typeof kinds): Error {
  const sentence = lookupTable[error.code ?? '']
  if (!sentence) return error
  const isSilent = error.code === 'ETIMEOUT' || error.code === 'ECONNREFUSED'
  return new TargetDown('dns', sentence(name, kinds[ipVersion], 'the name server'), {
    cause: error,
    local: isSilent ? 'resolver' : undefined,
  })
}

/** For a server that is itself the target of a check. */
export function queryFailure(error: NodeJS.ErrnoException, name: string, server: string): Error {
  const code = error.code ?? ''
  const sentence = lookupTable[code]
  if (!sentence) return error
  const reason = code === 'ETIMEOUT' ? 'timeout' : code === 'ECONNREFUSED' ? 'connect' : 'dns'
  return new TargetDown(reason, sentence(name, '', `the name server ${server}`), { cause: error })
}
