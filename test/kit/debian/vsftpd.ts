// A real FTP server with files of a test's own. Nobody but `anonymous` can log in, as no account of the machine may
// change.
import { chmodSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/sbin/vsftpd'

export const hasVsftpd = existsSync(program)

export interface FtpFile {
  readonly text: string
  readonly modifiedAt?: Date
}

export interface FtpServer {
  readonly port: number
  stop(): Promise<void>
}

/** `settings` are laid over the usual ones: TLS if wanted, and the session used again for data, as vsftpd likes it. */
export async function startVsftpd(options: {
  certificate: Certificate
  files: Record<string, FtpFile>
  settings?: Record<string, string>
}): Promise<FtpServer> {
  const folder = newFolder()
  const port = await freePort()
  const file = (name: string): string => join(folder.path, name)
  // It serves as a user without rights, who has to get in.
  chmodSync(folder.path, 0o755)
  mkdirSync(file('root'))
  mkdirSync(file('empty'))
  for (const [name, { text, modifiedAt }] of Object.entries(options.files)) {
    const path = file(join('root', name))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    if (modifiedAt) utimesSync(path, modifiedAt, modifiedAt)
  }
  writeFileSync(file('server.pem'), options.certificate.cert + options.certificate.key, { mode: 0o600 })
  const settings = { ...usual(folder.path, port), ...options.settings }
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  writeFileSync(file('vsftpd.conf'), lines.join(''), { mode: 0o600 })
  const daemon = await startDaemon([program, file('vsftpd.conf')], port)
  return { port, stop: () => daemon.stop().finally(folder.remove) }
}

function usual(folder: string, port: number): Record<string, string> {
  return {
    background: 'NO',
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: String(port),
    ...(process.getuid?.() === 0 ? {} : { run_as_launching_user: 'YES' }),
    // It wants a home that exists, which that of nobody does not.
    ftp_username: 'daemon',
    nopriv_user: 'nobody',
    secure_chroot_dir: join(folder, 'empty'),
    anon_root: join(folder, 'root'),
    anonymous_enable: 'YES',
    local_enable: 'NO',
    connect_from_port_20: 'NO',
    xferlog_enable: 'NO',
    max_per_ip: '0',
    // No kernel keys and no namespaces: containers often forbid both.
    seccomp_sandbox: 'NO',
    isolate: 'NO',
    isolate_network: 'NO',
    ssl_enable: 'YES',
    allow_anon_ssl: 'YES',
    force_local_logins_ssl: 'NO',
    force_local_data_ssl: 'NO',
    require_ssl_reuse: 'YES',
    ssl_ciphers: 'HIGH',
    rsa_cert_file: join(folder, 'server.pem'),
  }
}
