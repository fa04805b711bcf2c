// The shapes a target comes in. A parser answers the target as it is kept, or a sentence that says what is wrong.
import { isIP } from 'node:net'

export interface TargetFormat {
  readonly format: string
  readonly description: string
  readonly examples: readonly [string, ...string[]]
  /** Inputs that are refused, each with the sentence that refuses it. */
  readonly refused: readonly (readonly [input: string, reason: string])[]
  parse(input: string): Parsed
}

export type Parsed = { target: string } | { problem: string }

interface Words {
  description: string
  examples: readonly [string, ...string[]]
}

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i
const notAHost = 'must be a host name or an IP address'
const notADomain = 'must be a domain name'

export function isIp(host: string): boolean {
  return isIP(host) !== 0
}

/** The ASCII form of a host name, or null. Underscores are allowed: service records carry them. */
function asciiHost(host: string): string | null {
  const bare = host.endsWith('.') ? host.slice(0, -1) : host
  const ascii = /^[\x20-\x7e]*$/.test(bare) ? bare : new URL(`http://${encodeURIComponent(bare)}`).hostname
  if (ascii.length === 0 || ascii.length > 253) return null
  const labels = ascii.split('.')
  if (!labels.every((part) => label.test(part))) return null
  // An all-numeric last label is a mistyped address, and resolvers read it as one.
  return /^[0-9]+$/.test(labels.at(-1) ?? '') || /^0x/i.test(labels.at(-1) ?? '') ? null : ascii
}

function host(input: string): string | null {
  const bare = /^\[.*\]$/.test(input) ? input.slice(1, -1) : input
  if (isIp(bare)) return bare
  try {
    return asciiHost(bare)
  } catch {
    return null
  }
}

/** Null for an address alone: it has no colon, or several without brackets. */
function withPort(input: string): { host: string; port: string } | null {
  const match = /^(\[[^\]]+\]|[^:]+):([0-9]{1,5})$/.exec(input)
  if (!match) return null
  return { host: match[1] ?? '', port: match[2] ?? '' }
}

/** The port a `host:port` target names, or null. */
export function portIn(target: string): number | null {
  const split = withPort(target)
  return split && Number(split.port)
}

/** A host as certificates name it. */
export function asciiName(host: string): string {
  return isIp(host) ? host : (asciiHost(host) ?? host)
}

/** The host of a `host` or `host:port` target; an address comes without brackets. */
export function hostIn(target: string): string {
  const named = withPort(target)?.host ?? target
  return named.replace(/^\[|\]$/g, '')
}

const portProblem = 'port must be between 1 and 65535'
const validPort = (port: string): boolean => Number(port) >= 1 && Number(port) <= 65_535

/** A name and not an address. */
export function isHostName(input: string): boolean {
  return !isIp(input) && !input.startsWith('[') && host(input) !== null
}

/** An IP address, with a port if wanted: `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
export function isAddress(input: string): boolean {
  const split = withPort(input)
  return split ? validPort(split.port) && isIp(split.host.replace(/^\[|\]$/g, '')) : isIp(input)
}

export function url(schemes: readonly string[], words: Words): TargetFormat {
  const example = `${schemes[0]}://`
  const scheme = `must be a ${schemes.map((name) => `${name}://`).join(' or ')} URL`
  return {
    format: `${schemes[0]} URL`,
    ...words,
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
      const parsed = URL.canParse(input) ? new URL(input) : null
      if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1))) return { problem: scheme }
      if (parsed.username || parsed.password)
        return { problem: 'must not contain a user name or password; use the credential keys of the config' }
      if (host(parsed.hostname) === null) return { problem: scheme }
      return { target: input }
    },
  }
}

export function hostAndPort(words: Words): TargetFormat {
  return {
    format: 'host:port',
    ...words,
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
      return host(split.host) === null ? { problem: notAHost } : { target: input }
    },
  }
}

export function hostMaybePort(words: Words): TargetFormat {
  return {
    format: 'host or host:port',
    ...words,
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
      return host(split ? split.host : input) === null ? { problem: notAHost } : { target: input }
    },
  }
}

export function hostOnly(words: Words): TargetFormat {
  return {
    format: 'host name or IP address',
    ...words,
    refused: [
      ['', notAHost],
      ['example.com:80', notAHost],
      ['https://example.com', notAHost],
      ['exa mple.com', notAHost],
      ['256.1.1.1', notAHost],
    ],
    parse: (input) => (host(input) === null ? { problem: notAHost } : { target: input }),
  }
}

export function domain(words: Words): TargetFormat {
  return {
    format: 'domain name',
    ...words,
    refused: [
      ['', notADomain],
      ['192.0.2.1', notADomain],
      ['exa mple.com', notADomain],
      ['https://example.com', notADomain],
      ['localhost', notADomain],
    ],
    parse(input) {
      const ascii = isIp(input) ? null : host(input)
      return ascii === null || !ascii.includes('.') ? { problem: notADomain } : { target: input }
    },
  }
}

export function domainOrIp(words: Words): TargetFormat {
  const names = domain(words)
  const problem = 'must be a domain name or an IP address'
  return {
    format: 'domain name or IP address',
    ...words,
    refused: names.refused.filter(([input]) => !isIp(input)).map(([input]) => [input, problem] as const),
    parse: (input) => (isIp(input) || 'target' in names.parse(input) ? { target: input } : { problem }),
  }
}

/** A domain, or a URL of which only the host counts; `keep` says what is kept of that. */
export function domainOrUrl(words: Words, keep: (host: string) => Parsed = (host) => ({ target: host })): TargetFormat {
  const problem = 'must be a domain name or a URL that holds one'
  return {
    format: 'domain name',
    ...words,
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
      const ascii = isHostName(named) ? host(named) : null
      return ascii === null || !ascii.includes('.') ? { problem } : keep(ascii.toLowerCase())
    },
  }
}

/** A name people give something; `least` is 0 when it may be empty. */
export function anyLabel(least: 0 | 1, words: Words): TargetFormat {
  const problem = `must be ${least} to 200 characters without line breaks`
  return {
    format: 'label',
    ...words,
    refused: [
      ['two\nlines', problem],
      ['x'.repeat(201), problem],
    ],
    parse: (input) => (input.length >= least && /^[^\r\n\0]{0,200}$/.test(input) ? { target: input } : { problem }),
  }
}
