// Places that reach this machine each over a line of its own, which a test can cut, make lossy, or close for one port:
// network namespaces, or proxies where those are forbidden.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { noNetwork } from './network.ts'
import { joinSockets } from '../join-sockets.ts'

export interface Place {
  /** Runs a program there. */
  readonly command: readonly string[]
  /** The address of a server on this machine, as it is reached from there. */
  wayTo(origin: string): Promise<string>
  /** Nothing passes any more. */
  cut(): void
  /** A fifth of all packets is lost, or every third connection breaks. */
  makeLossy(): void
  /** Connections to this port of this machine are refused. Proxies lead to Lapwing only, so they have no such line. */
  readonly refuse: ((port: number) => void) | null
  /** Undoes all of it. */
  mend(): void
}

export interface Places {
  /** An address of this machine that all places reach. */
  readonly address: string
  readonly all: readonly Place[]
}

export const startPlaces = (count: number): Places => (noNetwork === null ? namespaces(count) : proxies(count))

const ipProgram = '/usr/sbin/ip'

function namespaces(count: number): Places {
  const prefix = `lapwing-${randomBytes(4).toString('hex')}`
  const net = `198.19.${randomInt(256)}`
  const address = `${net}.${randomInt(128, 255)}`
  const ip = (...args: string[]): void => void execFileSync(ipProgram, args)
  const numbers = Array.from({ length: count }, (_, index) => index)
  const nameOf = (index: number): string => `${prefix}-${index}`
  // A name of an interface has at most 15 characters.
  const lineOf = (index: number): string => `${prefix.slice(-8)}-${index}`
  onTestFinished(() => {
    for (const index of numbers) spawnSync(ipProgram, ['netns', 'del', nameOf(index)])
    spawnSync(ipProgram, ['address', 'del', `${address}/32`, 'dev', 'lo'])
  })
  ip('address', 'add', `${address}/32`, 'dev', 'lo')
  const all = numbers.map((index): Place => {
    const [name, line] = [nameOf(index), lineOf(index)]
    const inside = ['netns', 'exec', name]
    const [here, there] = [`${net}.${4 * index + 1}`, `${net}.${4 * index + 2}`]
    ip('netns', 'add', name)
    ip('link', 'add', line, 'type', 'veth', 'peer', 'name', 'line', 'netns', name)
    ip('address', 'add', `${here}/30`, 'dev', line)
    ip('link', 'set', line, 'up')
    ip(...inside, 'ip', 'address', 'add', `${there}/30`, 'dev', 'line')
    for (const link of ['lo', 'line']) ip(...inside, 'ip', 'link', 'set', link, 'up')
    ip(...inside, 'ip', 'route', 'add', 'default', 'via', here)
    const firewall = (rule: string): void => {
      const chain = (hook: string): string => `chain ${hook} {\ntype filter hook ${hook} priority 0\n${rule}\n}`
      const rules = rule === '' ? '' : `table inet t {\n${chain('input')}\n${chain('output')}\n}\n`
      execFileSync(ipProgram, [...inside, 'nft', '-f', '-'], { input: `flush ruleset\n${rules}` })
    }
    return {
      command: [ipProgram, ...inside],
      wayTo: async (origin) => origin,
      cut: () => firewall('oifname "line" drop\niifname "line" drop'),
      makeLossy: () => firewall('numgen random mod 100 < 20 drop'),
      refuse: (port) => firewall(`tcp dport ${port} reject with tcp reset`),
      mend: () => firewall(''),
    }
  })
  return { address, all }
}

function proxies(count: number): Places {
  return { address: '127.0.0.1', all: Array.from({ length: count }, () => proxy()) }
}

function proxy(): Place {
  const open = new Set<Socket>()
  let line: 'good' | 'cut' | 'lossy' = 'good'
  let connections = 0
  const breakAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    command: [],
    async wayTo(origin) {
      const server = createServer((inside) => {
        connections += 1
        if (line === 'cut' || (line === 'lossy' && connections % 3 === 0)) return void inside.destroy()
        const outside = connect(Number(new URL(origin).port), '127.0.0.1')
        joinSockets(inside, outside, open)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => {
        breakAll()
        server.close()
      })
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    cut() {
      line = 'cut'
      breakAll()
    },
    makeLossy() {
      line = 'lossy'
      breakAll()
    },
    refuse: null,
    mend: () => void (line = 'good'),
  }
}
