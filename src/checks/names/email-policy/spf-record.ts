// Parses one SPF record (RFC 7208) without lookups.
import { isIPv4, isIPv6 } from 'node:net'

export type Qualifier = '+' | '-' | '~' | '?'

export interface SpfTerm {
  readonly name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  readonly qualifier: Qualifier
  /** The domain it names, which may contain macros; empty for the domain itself. */
  readonly domain: string
}

export interface SpfRecord {
  readonly terms: readonly SpfTerm[]
  readonly redirect: string | null
  /** Problems, each as a sentence. */
  readonly problems: readonly string[]
}

const maxTerms = 300
const macro = /%(?:\{[slodiphcrtv]\d{0,3}r?[.\-+,/_=]*\}|%|_|-)/gi

export const isSpf = /^v=spf1(?: |$)/i

export function parseSpf(text: string): SpfRecord {
  const terms: SpfTerm[] = []
  const problems: string[] = []
  const modifiers = new Map<string, string>()
  for (const word of text.slice('v=spf1'.length).split(' ').filter(Boolean).slice(0, maxTerms)) {
    const [, key, value = ''] = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(word) ?? []
    if (key === undefined) take(word, terms, problems)
    else if (!/^(redirect|exp)$/i.test(key)) continue
    else if (modifiers.has(key.toLowerCase())) problems.push(`${key} appears twice`)
    else {
      modifiers.set(key.toLowerCase(), value)
      if (!isDomain(value)) problems.push(`${word} names no domain`)
    }
  }
  const redirect = terms.some(({ name }) => name === 'all') ? null : (modifiers.get('redirect') ?? null)
  return { terms, redirect, problems }
}

function take(word: string, terms: SpfTerm[], problems: string[]): void {
  const [, sign = '+', name = '', rest = ''] = /^([-+~?]?)([a-z0-9]*)(.*)$/is.exec(word) ?? []
  const kind = name.toLowerCase()
  const problem = problemOf(kind, rest)
  if (problem !== null) return void problems.push(`${shorter(word)} ${problem}`)
  const domain = /^:([^/]*)/.exec(rest)?.[1] ?? ''
  terms.push({ name: kind as SpfTerm['name'], qualifier: (sign || '+') as Qualifier, domain })
}

function problemOf(kind: string, rest: string): string | null {
  if (kind === 'all') return rest === '' ? null : 'takes no value'
  if (kind === 'include' || kind === 'exists')
    return isDomain(rest.slice(1)) && rest[0] === ':' ? null : 'names no domain'
  if (kind === 'ip4') return isNetwork(rest, isIPv4, 32) ? null : 'is not an IPv4 network'
  if (kind === 'ip6') return isNetwork(rest, isIPv6, 128) ? null : 'is not an IPv6 network'
  if (kind === 'ptr') return rest === '' || (rest[0] === ':' && isDomain(rest.slice(1))) ? null : 'names no domain'
  if (kind === 'a' || kind === 'mx') return isHostPart(rest) ? null : 'cannot be read'
  return 'is not an SPF mechanism'
}

function isNetwork(rest: string, isAddress: (text: string) => boolean, widest: number): boolean {
  const [, address = '', bits] = /^:([^/]+)(?:\/(\d{1,3}))?$/.exec(rest) ?? []
  return isAddress(address) && (bits === undefined || Number(bits) <= widest)
}

function isHostPart(rest: string): boolean {
  const found = /^(?::([^/]+))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(rest)
  if (!found) return false
  const [, domain, four = '0', six = '0'] = found
  return (domain === undefined || isDomain(domain)) && Number(four) <= 32 && Number(six) <= 128
}

/** A name with at least one dot; macros match anything. */
function isDomain(text: string): boolean {
  const plain = text.replace(macro, 'x').replace(/\.$/, '')
  if (plain === '' || plain.length > 253 || /[%\s]/.test(plain)) return false
  return hasMacro(text) || /^[^.]{1,63}(\.[^.]{1,63})+$/.test(plain)
}

export const hasMacro = (text: string): boolean => text.includes('%')

const shorter = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}…` : word)
