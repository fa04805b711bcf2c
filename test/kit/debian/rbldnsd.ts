// The name server that most blacklists run, with lists of a test's own.
import { Resolver } from 'node:dns/promises'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { NameServer } from './bind.ts'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/sbin/rbldnsd'

export const hasRbldnsd = existsSync(program)

export interface ZoneFile {
  readonly zone: string
  readonly type: 'ip4set' | 'ip6trie' | 'dnset'
  readonly text: string
}

export async function startRbldnsd(files: readonly ZoneFile[]): Promise<NameServer> {
  const folder = newFolder()
  chmodSync(folder.path, 0o755)
  const port = await freePort()
  const zones = files.map(({ zone, type, text }, index) => {
    const file = join(folder.path, `list-${index}`)
    writeFileSync(file, `$SOA 300 ns.test. host.test. 0 300 300 300 300\n${text}\n`)
    return `${zone}:${type}:${file}`
  })
  // Run by root it wants to become somebody else.
  const user = process.getuid?.() === 0 ? [] : ['-u', userInfo().username]
  const command = [program, '-n', '-q', ...user, '-b', `127.0.0.1/${port}`, ...zones] as const
  const daemon = await startDaemon(command, () => knows(port, files))
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}

async function knows(port: number, files: readonly ZoneFile[]): Promise<boolean> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  const requested = await Promise.allSettled(files.map(({ zone }) => resolver.resolveSoa(zone)))
  return requested.every(({ status }) => status === 'fulfilled')
}
