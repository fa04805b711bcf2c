// Formats of targets. Parses a target once, into its meaning or a message about what is wrong.
import { isIP } from 'node:net'

export interface TargetFormat<T = unknown> {
  readonly format: string
  readonly description: string
  readonly examples: readonly [string, ...string[]]
  /** Inputs that are rejected, each with its message. */
  readonly refused: readonly (readonly [input: string, reason: string])[]
  parse(input: string): ParsedTarget<T> | TargetProblem
}

export interface ParsedTarget<T> {
  /** The normalized text, which is stored and shown. */
  readonly text: string
  /** The parsed target for the check. */
  readonly target: T
  /** The host that a check connects to, for the limit on concurrent checks per server. */
  readonly host: string
}

export interface TargetProblem {
  readonly problem: string
}

/** A parsed target. A rejected one keeps its text, so that other problems can be reported together with it. */
export type NamedTarget = ParsedTarget<unknown> | (TargetProblem & Pick<ParsedTarget<unknown>, 'text'>)

export function readTarget(format: TargetFormat, input: string): NamedTarget {
  const parsed = format.parse(input)
  return 'problem' in parsed ? { ...parsed, text: input } : parsed
}

/** `host` is an ASCII name, or an IP address without brackets. */
export interface HostAndPort<P = number> {
  readonly host: string
  readonly port: P
}

interface TargetHelp {
  description: string
  examples: readonly [string, ...string[]]
}

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i
const notAHost = 'must be a hostname or an IP address'
const notADomain = 'must be a domain name'

export function isIp(host: string): boolean {
  return isIP(host) !== 0
}

/** The ASCII form of a hostname, or null. Underscores are allowed, because service records contain them. */
function asciiHost(host: string): string | null {
  const dot = host.endsWith('.') ? '.' : ''
  const bare = dot ? host.slice(0, -1) : host
  const ascii = /^[\x20-\x7e]*$/.test(bare) ? bare : new URL(`http://${encodeURIComponent(bare)}`).hostname
  if (ascii.length === 0 || ascii.length > 253) return null
  const labels = ascii.split('.')
  if (!labels.every((part) => label.test(part))) return null
  // An all-numeric last label is a mistyped IP address, and resolvers read it as one.
  return /^[0-9]+$/.test(labels.at(-1) ?? '') || /^0x/i.test(labels.at(-1) ?? '') ? null : `${ascii}${dot}`
}

/** A host as in DNS and certificates, an IP address without brackets; null for anything else. */
export function parseHost(input: string): string | null {
  const bare = /^\[.*\]$/.test(input) ? input.slice(1, -1) : input
  if (isIp(bare)) return bare
  try {
    return asciiHost(bare)
  } catch {
    return null
  }
}

/** Null for an IP address without a port: it has no colon, or several without brackets. */
function withPort(input: string): { host: string; port: number } | null {
  const match = /^(\[[^\]]+\]|[^:]+):([0-9]{1,5})$/.exec(input)
  return match && { host: match[1] ?? '', port: Number(match[2]) }
}

const portProblem = 'port must be between 1 and 65535'
const validPort = (port: number): boolean => port >= 1 && port <= 65_535

/** A hostname, not an IP address. */
export function isHostName(input: string): boolean {
  return !isIp(input) && !input.startsWith('[') && parseHost(input) !== null
}

/** An IP address with an optional port: `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
export function parseAddress(input: string): HostAndPort<number | null> | null {
  const split = withPort(input)
  if (!split) return isIp(input) ? { host: input, port: null } : null
  const host = split.host.replace(/^\[|\]$/g, '')
  return validPort(split.port) && isIp(host) ? { host, port: split.port } : null
}

export function url(schemes: readonly string[], help: TargetHelp): TargetFormat<URL> {
  const example = `${schemes[0]}://`
  const scheme = `must be a ${schemes.map((name) => `${name}://`).join(' or ')} URL`
  return {
    format: `${schemes[0]} URL`,
    ...help,
    refused: [
      ['example.com', scheme],
      ['javascript:alert(1)', scheme],
      [example, scheme],
      [
        `${example}user:secret@example.com/`,
        'must not contain a user name or password; use the credential keys of the config',
      ],
      [`${example}999.1.1.1/`, scheme],
    ],
    parse(input) {
      const parsed = URL.parse(input)
      if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1))) return { problem: scheme }
      if (parsed.username || parsed.password)
        return { problem: 'must not contain a user name or password; use the credential keys of the config' }
      const host = parseHost(parsed.hostname)
      return host === null ? { problem: scheme } : { text: input, target: parsed, host: host.toLowerCase() }
    },
  }
}

export function hostAndPort(help: TargetHelp): TargetFormat<HostAndPort> {
  return {
    format: 'host:port',
    ...help,
    refused: [
      ['example.com', 'must be host:port'],
      ['example.com:0', portProblem],
      ['example.com:70000', portProblem],
      ['exa mple.com:80', notAHost],
      ['https://example.com:443', 'must be host:port'],
    ],
    parse(input) {
      const split = withPort(input)
      if (!split) return { problem: 'must be host:port' }
      if (!validPort(split.port)) return { problem: portProblem }
      const host = parseHost(split.host)
      return host === null ? { problem: notAHost } : atEndpoint(input, { host, port: split.port })
    },
  }
}

export function hostMaybePort(help: TargetHelp): TargetFormat<HostAndPort<number | null>> {
  return {
    format: 'host or host:port',
    ...help,
    refused: [
      ['', notAHost],
      ['example.com:70000', portProblem],
      ['exa mple.com', notAHost],
      ['https://example.com', notAHost],
      ['1.2.3', notAHost],
    ],
    parse(input) {
      const split = withPort(input)
      if (split && !validPort(split.port)) return { problem: portProblem }
      const host = parseHost(split ? split.host : input)
      return host === null ? { problem: notAHost } : atEndpoint(input, { host, port: split?.port ?? null })
    },
  }
}

export function hostOnly(help: TargetHelp): TargetFormat<string> {
  return {
    format: 'hostname or IP address',
    ...help,
    refused: [
      ['', notAHost],
      ['example.com:80', notAHost],
      ['https://example.com', notAHost],
      ['exa mple.com', notAHost],
      ['256.1.1.1', notAHost],
    ],
    parse(input) {
      const host = parseHost(input)
      return host === null ? { problem: notAHost } : atHost(input, host)
    },
  }
}

export function domain(help: TargetHelp): TargetFormat<string> {
  return {
    format: 'domain name',
    ...help,
    refused: [
      ['', notADomain],
      ['192.0.2.1', notADomain],
      ['exa mple.com', notADomain],
      ['https://example.com', notADomain],
      ['localhost', notADomain],
    ],
    parse(input) {
      const host = isIp(input) ? null : parseHost(input)
      return host === null || !isDotted(host) ? { problem: notADomain } : atHost(input, host)
    },
  }
}

export function domainOrIp(help: TargetHelp): TargetFormat<string> {
  const names = domain(help)
  const problem = 'must be a domain name or an IP address'
  return {
    format: 'domain name or IP address',
    ...help,
    refused: names.refused.filter(([input]) => !isIp(input)).map(([input]) => [input, problem] as const),
    parse(input) {
      if (isIp(input)) return atHost(input, input)
      const parsed = names.parse(input)
      return 'problem' in parsed ? { problem } : parsed
    },
  }
}

/** A domain, or a URL of which only the host is used; `keep` selects the domain to store. */
export function domainOrUrl(
  help: TargetHelp,
  keep: (host: string) => string | TargetProblem = (host) => host,
): TargetFormat<string> {
  const problem = 'must be a domain name or a URL that contains one'
  return {
    format: 'domain name',
    ...help,
    refused: [
      ['', problem],
      ['192.0.2.1', problem],
      ['https://192.0.2.1/', problem],
      ['exa mple.com', problem],
      ['localhost', problem],
      ['ftp://example.com', problem],
    ],
    parse(input) {
      const named = /^https?:\/\//i.test(input) ? (URL.canParse(input) ? new URL(input).hostname : '') : input
      const host = isHostName(named) ? parseHost(named) : null
      if (host === null || !isDotted(host)) return { problem }
      const domain = keep(host.toLowerCase().replace(/\.$/, ''))
      return typeof domain === 'string' ? atHost(domain, domain) : domain
    },
  }
}

/** A name that people choose; `least` is 0 if it may be empty. */
export function anyLabel(minimum: 0 | 1, help: TargetHelp): TargetFormat<string> {
  const problem = `must be ${minimum} to 200 characters without line breaks`
  return {
    format: 'label',
    ...help,
    refused: [
      ['two\nlines', problem],
      ['x'.repeat(201), problem],
    ],
    parse: (input) =>
      input.length >= minimum && /^[^\r\n\0]{0,200}$/.test(input) ? atHost(input, input) : { problem },
  }
}

const isDotted = (host: string): boolean => host.replace(/\.$/, '').includes('.')
const atHost = (text: string, host: string): ParsedTarget<string> => ({ text, target: host, host: host.toLowerCase() })
const atEndpoint = <P>(text: string, target: HostAndPort<P>): ParsedTarget<HostAndPort<P>> => ({
  text,
  target,
  host: target.host.toLowerCase(),
})
