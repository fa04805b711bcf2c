// A small network of its own: a prober, two routers and a target in namespaces, with firewalls that a test may set.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../files.ts'

const ipProgram = '/usr/sbin/ip'
const places = ['prober', 'one', 'two', 'target'] as const
type Place = (typeof places)[number]

export interface SmallNetwork {
  /** Programs that send from the prober's place; for `createNet`. */
  readonly programs: { fping: string; 'mtr-packet': string }
  readonly target4: string
  readonly target6: string
  /** What the prober's packets meet on the way, as `traceroute` would show it. */
  readonly hops4: readonly string[]
  readonly hops6: readonly string[]
  /** The rules of a place in the words of nft, inside a chain of this hook; they replace those from before. */
  firewall(place: Place, hook: 'input' | 'forward' | 'output', rules: string): void
  /** Every place lets everything through again. */
  open(): void
  stop(): void
}

const needed = [ipProgram, '/usr/sbin/nft', '/usr/bin/fping', '/usr/bin/mtr-packet']

/** Why there can be no network here; null when there can. */
export const noNetwork = whyNot()

function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'needs root for network namespaces'
  const missing = needed.filter((path) => !existsSync(path))
  if (missing.length > 0) return `needs ${missing.join(', ')}`
  const name = `lapwing-${randomBytes(4).toString('hex')}-try`
  const ip = (...args: string[]): void => void execFileSync(ipProgram, args, { stdio: 'ignore' })
  try {
    ip('netns', 'add', name)
    ip('link', 'add', 'right', 'netns', name, 'type', 'veth', 'peer', 'name', 'left', 'netns', name)
    ip('netns', 'exec', name, 'nft', 'flush', 'ruleset')
    return null
  } catch {
    return 'needs network namespaces, which are forbidden here'
  } finally {
    spawnSync(ipProgram, ['netns', 'del', name])
  }
}

export function startNetwork(): SmallNetwork {
  const folder = newFolder()
  const prefix = `lapwing-${randomBytes(4).toString('hex')}`
  const nameOf = (place: Place): string => `${prefix}-${place}`
  const run = (place: Place, ...command: string[]): void =>
    void execFileSync(ipProgram, ['netns', 'exec', nameOf(place), ...command], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const nft = (place: Place, text: string): void =>
    void execFileSync(ipProgram, ['netns', 'exec', nameOf(place), 'nft', '-f', '-'], { input: text })
  const wrapped = (name: string): string => {
    const path = join(folder.path, name)
    writeFileSync(path, `#!/bin/sh\nexec ${ipProgram} netns exec ${nameOf('prober')} ${name} "$@"\n`, { mode: 0o755 })
    return path
  }
  const stop = (): void => {
    for (const place of places) spawnSync(ipProgram, ['netns', 'del', nameOf(place)])
    folder.remove()
  }
  try {
    build(nameOf, run)
  } catch (error) {
    stop()
    throw error
  }
  return {
    programs: { fping: wrapped('fping'), 'mtr-packet': wrapped('mtr-packet') },
    target4,
    target6,
    hops4: ['198.18.1.2', '198.18.2.2', target4],
    hops6: ['2001:db8:1::2', '2001:db8:2::2', target6],
    firewall: (place, hook, rules) =>
      nft(place, `flush ruleset\ntable inet t {\nchain c {\ntype filter hook ${hook} priority 0\n${rules}\n}\n}\n`),
    open: () => places.forEach((place) => nft(place, 'flush ruleset\n')),
    stop,
  }
}

function build(nameOf: (place: Place) => string, run: (place: Place, ...command: string[]) => void): void {
  const ip = (...args: string[]): void => void execFileSync(ipProgram, args)
  for (const place of places) {
    ip('netns', 'add', nameOf(place))
    run(place, 'sysctl', '-qw', ...settings)
    run(place, 'ip', 'link', 'set', 'lo', 'up')
  }
  for (const [index, [left, right]] of links.entries()) {
    ip('link', 'add', 'right', 'netns', nameOf(left), 'type', 'veth', 'peer', 'name', 'left', 'netns', nameOf(right))
    for (const [place, link, host] of [
      [left, 'right', 1],
      [right, 'left', 2],
    ] as const) {
      run(place, 'ip', 'address', 'add', `198.18.${index + 1}.${host}/24`, 'dev', link)
      run(place, 'ip', 'address', 'add', `2001:db8:${index + 1}::${host}/64`, 'dev', link, 'nodad')
      run(place, 'ip', 'link', 'set', link, 'up')
    }
  }
  for (const [place, via4, via6] of routes) {
    run(place, 'ip', 'route', 'add', via4[0], 'via', via4[1])
    run(place, 'ip', '-6', 'route', 'add', via6[0], 'via', via6[1])
  }
  // IPv6 needs about a second until everybody knows their neighbours.
  for (const target of [target4, target6]) run('prober', 'fping', '-q', '-r', '100', '-B', '1', '-t', '100', target)
}

const links = [
  ['prober', 'one'],
  ['one', 'two'],
  ['two', 'target'],
] as const

const target4 = '198.18.3.2'
const target6 = '2001:db8:3::2'

const settings = [
  'net.ipv4.ip_forward=1',
  'net.ipv6.conf.all.forwarding=1',
  // By default, routers report few packets to their sender.
  'net.ipv4.icmp_ratelimit=0',
  'net.ipv6.icmp.ratelimit=0',
]

type Route = readonly [to: string, via: string]

const routes: readonly (readonly [Place, Route, Route])[] = [
  ['prober', ['default', '198.18.1.2'], ['default', '2001:db8:1::2']],
  ['one', ['198.18.3.0/24', '198.18.2.2'], ['2001:db8:3::/64', '2001:db8:2::2']],
  ['two', ['198.18.1.0/24', '198.18.2.1'], ['2001:db8:1::/64', '2001:db8:2::1']],
  ['target', ['default', '198.18.3.1'], ['default', '2001:db8:3::1']],
]
