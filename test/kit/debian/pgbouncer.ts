// PgBouncer before a database of the tests, as people put it before theirs.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { DatabaseConnection } from '../../../src/store/database/database.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon } from './daemon.ts'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = existsSync(program)

/** Whether this version can manage prepared statements: it came with 1.21. */
export const managesStatements = hasPgBouncer && versionOf() >= 1.21

export interface PgBouncer {
  readonly connection: DatabaseConnection
  /** As a setting: LAPWING_DATABASE_URL. */
  readonly url: string
  stop(): Promise<void>
}

export async function startPgBouncer(
  database: DatabaseConnection,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const folder = newFolder()
  chmodSync(folder.path, 0o755)
  const bridge = await startBridge(join(database.host!, `.s.PGSQL.${database.port}`))
  const port = await freePort()
  const [config, users] = [join(folder.path, 'pgbouncer.ini'), join(folder.path, 'users.txt')]
  writeFileSync(users, `"${database.user}" "${database.password}"\n`, { mode: 0o644 })
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? { user: 'nobody' } : {}),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const target = `host=127.0.0.1 port=${bridge.port} dbname=${database.database}`
  writeFileSync(config, `[databases]\n${database.database} = ${target}\n\n[pgbouncer]\n${lines.join('\n')}\n`)
  const daemon = await startDaemon([program, config], port)
  const { user, password, database: name } = database
  return {
    connection: { host: '127.0.0.1', port, user, password, database: name },
    url: `postgres://${user}:${encodeURIComponent(password!)}@127.0.0.1:${port}/${name}`,
    async stop() {
      await daemon.stop()
      bridge.stop()
      folder.remove()
    },
  }
}

/** PgBouncer runs as a user who cannot reach the socket of the database. */
async function startBridge(socket: string): Promise<{ port: number; stop(): void }> {
  const open = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = connect(socket)
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined).on('close', () => (open.delete(from), to.destroy()))
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      for (const one of open) one.destroy()
    },
  }
}

function versionOf(): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(`${major}.${minor.padStart(2, '0')}`)
}
