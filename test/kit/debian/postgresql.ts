// Debian's PostgreSQL as people run it for their own programs: over TCP, with TLS and passwords.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Certificate } from '../checks/certificates.ts'
import { debianBinDir } from '../lapwing/debian-postgresql.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon } from './daemon.ts'

export const hasPostgresql = debianBinDir() !== undefined

export interface PostgresqlServer {
  readonly port: number
  run(statement: string): Promise<any[]>
  stop(): Promise<void>
}

// It refuses to run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const superuser = 'admin'

/** `clients` are lines of pg_hba.conf, besides those of the superuser. */
export async function startPostgresql(options: {
  certificate: Certificate
  clients: readonly string[]
  settings?: Readonly<Record<string, string>>
}): Promise<PostgresqlServer & { startStandby(): Promise<PostgresqlServer> }> {
  const folder = newFolder()
  chmodSync(folder.path, 0o755)
  const data = join(folder.path, 'primary')
  mkdirSync(data, { mode: 0o700 })
  own(data)
  const init = spawnSync(
    join(debianBinDir()!, 'initdb'),
    ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    nobody,
  )
  if (init.status !== 0) throw new Error(String(init.stderr))
  const file = (name: string, text: string): void => {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    own(join(data, name))
  }
  file('server.crt', options.certificate.cert)
  file('server.key', options.certificate.key)
  const local = ['host all admin 127.0.0.1/32 trust', 'host replication admin 127.0.0.1/32 trust']
  file('pg_hba.conf', [...local, ...options.clients].map((line) => `${line}\n`).join(''))
  const settings = { ssl: 'on', fsync: 'off', shared_buffers: '16MB', unix_socket_directories: '', ...options.settings }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  file('postgresql.auto.conf', lines.join(''))
  const primary = await start(data)
  const started = [primary]
  return {
    ...primary,
    async startStandby() {
      const copy = join(folder.path, 'standby')
      const source = `host=127.0.0.1 port=${primary.port} user=${superuser}`
      const backup = spawnSync(
        join(debianBinDir()!, 'pg_basebackup'),
        ['-D', copy, '-d', source, '-R', '-c', 'fast', '-X', 'stream', '--no-sync'],
        {},
      )
      if (backup.status !== 0) throw new Error(String(backup.stderr))
      ownAll(copy)
      const standby = await start(copy)
      started.push(standby)
      return standby
    },
    async stop() {
      for (const server of started.reverse()) await server.stop()
      folder.remove()
    },
  }
}

async function start(data: string): Promise<PostgresqlServer> {
  const port = await freePort()
  const program = join(debianBinDir()!, 'postgres')
  const run = async (statement: string): Promise<any[]> => {
    const client = new Client({ host: '127.0.0.1', port, user: superuser, database: 'postgres' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(statement)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const answers = (): Promise<boolean> =>
    run('select 1').then(
      () => true,
      () => false,
    )
  const options = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  const daemon = await startDaemon([program, ...options], answers, nobody)
  // The default signal waits for clients to leave.
  const stop = async (): Promise<void> => {
    daemon.child.kill('SIGQUIT')
    await daemon.stop()
  }
  return { port, run, stop }
}

function own(path: string): void {
  if (nobody.uid !== undefined) chownSync(path, nobody.uid, nobody.gid)
}

function ownAll(path: string): void {
  if (nobody.uid !== undefined) spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, path])
}
