// A real name server with zones of a test's own.
import { Resolver } from 'node:dns/promises'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/sbin/named'

export const hasBind = existsSync(program)

export interface NameServer {
  /** `127.0.0.1:53535` */
  readonly address: string
  stop(): Promise<void>
}

/** Zones by name, each in the words of a zone file without its SOA and NS records. */
export async function startBind(zones: Record<string, string>): Promise<NameServer> {
  const folder = newFolder()
  const port = await freePort()
  writeFileSync(join(folder.path, 'named.conf'), configuration(folder.path, port, Object.keys(zones)))
  for (const [name, records] of Object.entries(zones)) writeFileSync(join(folder.path, name), zone(records))
  const command = [program, '-g', '-4', '-n', '1', '-c', join(folder.path, 'named.conf')] as const
  const daemon = await startDaemon(command, () => knows(port, Object.keys(zones)))
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}

export const serial = 2_026_010_101

function zone(records: string): string {
  const authority = `ns1.lapwing.test. host\\.master.lapwing.test. ${serial} 3600 600 86400 60`
  return `$TTL 300\n@ SOA ${authority}\n@ NS ns1.lapwing.test.\n${records}\n`
}

function configuration(folder: string, port: number, zones: string[]): string {
  return `
options {
  directory "${folder}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion no;
  dnssec-validation no;
  minimal-responses yes;
};
controls {};
${zones.map((name) => `zone "${name}" { type primary; file "${name}"; check-integrity no; notify no; };`).join('\n')}
`
}

/** It answers before it has read its zones. */
async function knows(port: number, zones: readonly string[]): Promise<boolean> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  const requested = await Promise.allSettled(zones.map((zone) => resolver.resolveSoa(zone)))
  return requested.every(({ status }) => status === 'fulfilled')
}
