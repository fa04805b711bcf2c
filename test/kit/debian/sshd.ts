// A real SSH server with host keys and files of a test's own, which lets in whoever runs the test, by a key made for
// it.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { startDaemon } from './daemon.ts'
import { removeFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'

const program = '/usr/sbin/sshd'
const unshare = '/usr/bin/unshare'
// As root it insists on this folder. Where it is missing, sshd gets a /run of its own and the machine keeps its.
const restRoom = '/run/sshd'
const isAtHome = process.getuid?.() !== 0 || existsSync(restRoom)
const moveIn = 'mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec "$@"'

const canMoveIn = (): boolean => spawnSync(unshare, ['--mount', 'mount', '-t', 'tmpfs', 'none', '/run']).status === 0

/** Null where a server can be started; on CI a missing package is no reason to leave tests out. */
export const noSshd = whyNoSshd()

function whyNoSshd(): string | null {
  if (!existsSync(program)) return process.env['CI'] === 'true' ? null : "needs Debian's openssh-server"
  return isAtHome || canMoveIn() ? null : 'needs mount namespaces, which are forbidden here'
}

export type KeyKind = 'ed25519' | 'ecdsa' | 'rsa'

export interface SshServer {
  readonly port: number
  readonly username: string
  /** In OpenSSH's format; `passphrase` opens the second. */
  readonly privateKey: string
  readonly lockedKey: string
  readonly passphrase: string
  /** Of each host key. */
  readonly fingerprints: Readonly<Record<string, string>>
  said(): string
  stop(): Promise<void>
}

export interface SshFile {
  readonly text: string
  readonly modifiedAt?: Date
}

export async function startSshd(options: {
  hostKeys?: readonly KeyKind[]
  files?: Record<string, SshFile>
  /** Lines that come before the usual ones, and so win. */
  settings?: string
}): Promise<SshServer> {
  const { hostKeys = ['ed25519'], files = {}, settings = '' } = options
  // The options of a subsystem are cut at every space, however they are quoted.
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-sshd-'))
  const file = (name: string): string => join(folder, name)
  const port = await freePort()
  for (const kind of hostKeys) makeKey(file(`host-${kind}`), kind)
  makeKey(file('user'), 'ed25519')
  makeKey(file('locked'), 'ed25519', 'open sesame')
  writeFileSync(file('authorized'), readFileSync(file('user.pub'), 'utf8') + readFileSync(file('locked.pub'), 'utf8'))
  mkdirSync(file('files'))
  for (const [name, { text, modifiedAt }] of Object.entries(files)) {
    const path = file(join('files', name))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    if (modifiedAt) utimesSync(path, modifiedAt, modifiedAt)
  }
  writeFileSync(file('sshd_config'), settings + configuration(folder, port, hostKeys))
  const sshd = [program, '-D', '-e', '-f', file('sshd_config')] as const
  const daemon = await startDaemon(isAtHome ? sshd : [unshare, '--mount', 'sh', '-c', moveIn, 'sh', ...sshd], port)
  return {
    port,
    username: userInfo().username,
    privateKey: readFileSync(file('user'), 'utf8'),
    lockedKey: readFileSync(file('locked'), 'utf8'),
    passphrase: 'open sesame',
    fingerprints: Object.fromEntries(hostKeys.map((kind) => [kind, fingerprint(file(`host-${kind}.pub`))])),
    said: daemon.said,
    stop: () => daemon.stop().finally(() => removeFolder(folder)),
  }
}

function makeKey(path: string, kind: KeyKind, passphrase = ''): void {
  execFileSync('/usr/bin/ssh-keygen', ['-q', '-t', kind, '-N', passphrase, '-C', 'test', '-f', path])
}

function fingerprint(path: string): string {
  const blob = Buffer.from(readFileSync(path, 'utf8').split(' ')[1] ?? '', 'base64')
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

function configuration(folder: string, port: number, hostKeys: readonly KeyKind[]): string {
  return `
ListenAddress 127.0.0.1:${port}
${hostKeys.map((kind) => `HostKey ${folder}/host-${kind}`).join('\n')}
PidFile none
AuthorizedKeysFile ${folder}/authorized
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 200
LogLevel VERBOSE
Subsystem sftp internal-sftp -d ${folder}/files
`
}
