// Parses a pasted text. Each type decides in its own file whether it can monitor it, and how well it fits.
import type { MonitorConfig } from '../domain/monitor.ts'
import { problem as cronProblem } from '../domain/schedule/cron.ts'
import { isHostName, isIp, parseHost } from './targets.ts'

export interface PastedText {
  readonly text: string
  /** URL of a web page, with its scheme. */
  readonly url: URL | null
  /** Scheme of any URL, without the colon. */
  readonly scheme: string | null
  readonly host: string | null
  readonly port: number | null
  /** The text is only a host. */
  readonly isBare: boolean
  /** A hostname with a dot. */
  readonly domain: string | null
  readonly ip: string | null
  readonly cron: string | null
  /** Any other text. */
  readonly words: string | null
}

export interface TypeSuggestion {
  /** From 1 to 100; the best fit is shown first. */
  readonly fit: number
  readonly target: string
  readonly config?: MonitorConfig
  readonly name?: string
}

const nothing = {
  url: null,
  scheme: null,
  host: null,
  port: null,
  isBare: false,
  domain: null,
  ip: null,
  cron: null,
  words: null,
} as const

export function readPasted(input: string): PastedText {
  const text = input.trim()
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? []
  if (scheme !== undefined) return withScheme(text, scheme.toLowerCase())
  const [, host = text, port] = /^([^\s/]+):(\d{1,5})$/.exec(text) ?? []
  if (isIp(text) || isAddressed(host)) return atHost(text, host, port)
  const [, before = ''] = /^([^\s/]+)\//.exec(text) ?? []
  if (isAddressed(before) && URL.canParse(`https://${text}`)) return withScheme(`https://${text}`, 'https')
  return cronProblem(text) === null ? { text, ...nothing, cron: text } : { text, ...nothing, words: text || null }
}

/** A single word is a name, unless it contains a dot or is a name of this machine. */
function isAddressed(host: string): boolean {
  const known = parseHost(host)
  return known !== null && (isIp(known) || known.includes('.') || known === 'localhost')
}

function withScheme(text: string, scheme: string): PastedText {
  const url = URL.parse(text)
  const isWeb = scheme === 'http' || scheme === 'https'
  if (!url?.hostname) return { text, ...nothing, words: text }
  const port = url.port || /:(\d{1,5})$/.exec(url.host)?.[1]
  // Credentials belong in the config; a target with credentials is rejected.
  url.username = url.password = ''
  return { ...atHost(text, url.hostname, port), isBare: false, scheme, url: isWeb ? url : null }
}

function atHost(text: string, hostText: string, port: string | undefined): PastedText {
  const host = hostText.replace(/^\[|\]$/g, '')
  return {
    text,
    ...nothing,
    host,
    port: port ? Number(port) : null,
    isBare: !port,
    domain: isHostName(host) && host.replace(/\.$/, '').includes('.') ? host : null,
    ip: isIp(host) ? host : null,
  }
}

/** For a type with its own ports. */
export function byPort(
  { host, port, scheme }: PastedText,
  { schemes, ports }: { schemes: readonly string[]; ports: readonly number[] },
): TypeSuggestion | null {
  if (host === null) return null
  const isMeant = scheme === null ? port !== null && ports.includes(port) : schemes.includes(scheme)
  return isMeant ? { fit: 100, target: atPort(host, port), config: port === null ? {} : { port } } : null
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
export const atPort = (host: string, port: number | null): string =>
  port === null ? host : `${bracketed(host)}:${port}`

/** The URL of a page, or the page that a host probably serves. */
export function pageOf({ url, host, port, scheme }: PastedText): string | null {
  if (url) return url.href
  if (host === null || scheme !== null) return null
  return port === 80 || port === 8080 ? `http://${atPort(host, port)}/` : `https://${atPort(host, port)}/`
}
