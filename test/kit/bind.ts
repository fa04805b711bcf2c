// A real name server with zones of a test's own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newFolder } from './files.ts'

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
  const options = ['-g', '-4', '-n', '1', '-c', join(folder.path, 'named.conf')]
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  await running(child)
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
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

async function running(child: ChildProcess): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface(child.stderr!)) {
    lines.push(line)
    if (line.includes('not loaded due to errors')) break
    if (!line.endsWith(' running')) continue
    child.stderr!.resume()
    return
  }
  child.kill()
  throw new Error(`named did not start:\n${lines.join('\n')}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
