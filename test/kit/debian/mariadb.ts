// A real MariaDB with accounts of a test's own, and replicas of it.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { tcpAnswers, startDaemon } from './daemon.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'

const program = '/usr/sbin/mariadbd'

export const hasMariadb = existsSync(program)

export interface MariadbServer {
  readonly port: number
  stop(): Promise<void>
}

// It does not run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const small = ['--no-defaults', '--skip-name-resolve', '--innodb-log-file-size=4M', '--innodb-buffer-pool-size=8M']
const tables = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql']

/** `statements` run at its start, one in a line. */
export async function startMariadb(options: {
  statements: readonly string[]
  certificate?: Certificate
  settings?: readonly string[]
}): Promise<MariadbServer> {
  const folder = newFolder()
  chmodSync(folder.path, 0o755)
  const home = join(folder.path, 'home')
  mkdirSync(home)
  mkdirSync(join(home, 'data', 'mysql'), { recursive: true })
  for (const path of [home, join(home, 'data'), join(home, 'data', 'mysql')]) own(path)
  const data = `--datadir=${join(home, 'data')}`
  const start =
    'use mysql;\nset @auth_root_socket=NULL;\nset @skip_auth_anonymous=1;\nset @current_hostname="localhost";\n'
  const input = start + tables.map((name) => readFileSync(join('/usr/share/mysql', name), 'utf8')).join('\n')
  const made = spawnSync(program, [...small, '--bootstrap', data], { ...nobody, input })
  if (made.status !== 0) throw new Error(String(made.stderr))
  const file = (name: string, text: string): string => {
    const path = join(home, name)
    writeFileSync(path, text, { mode: 0o600 })
    own(path)
    return path
  }
  const port = await freePort()
  const args = [
    ...small,
    data,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(home, 's')}`,
    `--init-file=${file('init.sql', options.statements.map((line) => `${line};\n`).join(''))}`,
    '--innodb-flush-log-at-trx-commit=0',
    ...(options.settings ?? []),
  ]
  if (options.certificate) {
    args.push(`--ssl-cert=${file('server.crt', options.certificate.cert)}`)
    args.push(`--ssl-key=${file('server.key', options.certificate.key)}`)
  }
  const daemon = await startDaemon([program, ...args], () => tcpAnswers(port, ''), { ...nobody, cwd: home })
  return { port, stop: () => daemon.stop().finally(folder.remove) }
}

function own(path: string): void {
  if (nobody.uid !== undefined) chownSync(path, nobody.uid, nobody.gid)
}
