// Names that need no query: the hosts file, and the search rules of the resolver file.
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import type { IpAddress } from '../lookup.ts'

export interface SystemNames {
  /** Addresses in the hosts file, IPv4 first. */
  inHosts(name: string): readonly IpAddress[]
  /** The full names to query for `name`, in order. */
  candidates(name: string): readonly string[]
  /** Increases when the resolver file changes. */
  version(): number
}

const windowsHosts = 'C:\\Windows\\System32\\drivers\\etc\\hosts'
export const systemFiles = {
  hosts: process.platform === 'win32' ? windowsHosts : '/etc/hosts',
  resolver: '/etc/resolv.conf',
}

/** Files are checked once a second at most, so that most lookups need no system call. */
export function createSystemNames(files: typeof systemFiles, monotonicMs: () => number): SystemNames {
  const hosts = watched(files.hosts, parseHosts, monotonicMs)
  const resolver = watched(files.resolver, parseResolver, monotonicMs)
  return {
    inHosts: (name) => hosts.read().get(name.toLowerCase()) ?? [],
    candidates(name) {
      if (name.endsWith('.')) return [name.slice(0, -1)]
      const { search, dots } = resolver.read()
      if (search.length === 0 || name.split('.').length - 1 >= dots) return [name]
      return [...search.map((domain) => `${name}.${domain}`), name]
    },
    version: () => (resolver.read(), resolver.changes()),
  }
}

function watched<T>(path: string, parse: (text: string) => T, monotonicMs: () => number) {
  let value = parse('')
  let stamp = ''
  let changes = 0
  let lookAgainAt = -Infinity
  return {
    changes: () => changes,
    read(): T {
      const now = monotonicMs()
      if (now < lookAgainAt) return value
      lookAgainAt = now + 1000
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
      const newStamp = stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
      if (newStamp === stamp) return value
      stamp = newStamp
      changes += 1
      value = parse(stats ? readFileSync(path, 'utf8') : '')
      return value
    },
  }
}

export function parseHosts(text: string): Map<string, IpAddress[]> {
  const hosts = new Map<string, IpAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = splitWords(line)
    const family = isIP(address)
    if (family !== 4 && family !== 6) continue
    for (const name of names)
      hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), { address, family }])
  }
  for (const addresses of hosts.values()) addresses.sort((one, other) => one.family - other.family)
  return hosts
}

export function parseResolver(text: string): { search: string[]; dots: number } {
  let search: string[] = []
  let dots = 1
  for (const line of text.split('\n')) {
    const [keyword, ...values] = splitWords(line)
    if (keyword === 'search') search = values
    if (keyword === 'domain') search = values.slice(0, 1)
    if (keyword === 'options') dots = Number(values.findLast((value) => /^ndots:\d+$/.test(value))?.slice(6) ?? dots)
  }
  return { search: search.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== ''), dots }
}

function splitWords(line: string): string[] {
  return line
    .replace(/[#;].*/, '')
    .trim()
    .split(/\s+/)
}
