// A machine with a shell, curl and tar, and nothing else: a root of its own in namespaces, on the network of this one.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { afterAll } from 'vitest'
import { newFolder } from './files.ts'

const bwrap = '/usr/bin/bwrap'
const busybox = '/bin/busybox'
const isPossible = existsSync(bwrap) && spawnSync(bwrap, ['--ro-bind', '/', '/', '--unshare-user', 'true']).status === 0

/** Null where there can be such a machine. */
export const noBareMachine = isPossible ? null : 'needs bubblewrap and namespaces'
export const hasBusybox = existsSync(busybox)

// What every Linux has of the programs that the scripts use.
const coreutils = 'cat chmod cp dirname id ls mkdir mv rm rmdir sha256sum sleep touch uname'.split(' ')

export interface BareMachine {
  /** Its folders /opt, /var, /etc, /run and /root. */
  readonly folder: string
  /** The paths of all files that were left on it. */
  files(): string[]
  /** Runs a command line in its shell. */
  run(line: string, env?: Record<string, string>): Promise<{ code: number | null; output: string }>
}

interface MachineOptions {
  readonly shell?: 'dash' | 'busybox'
  /** Programs of this machine, by their path on it. */
  readonly programs?: Readonly<Record<string, string>>
  readonly user?: 'root' | 'somebody'
}

export function bareMachine({ shell = 'dash', programs = {}, user = 'root' }: MachineOptions = {}): BareMachine {
  const { path: folder, remove } = newFolder()
  afterAll(remove)
  const folders = ['opt', 'var', 'etc', 'run', 'root']
  for (const name of folders) mkdirSync(join(folder, name))
  const inUsr = (name: string): [string, string] => [`/usr/bin/${name}`, `/usr/bin/${name}`]
  const found =
    shell === 'busybox'
      ? [...coreutils, 'sh', 'tar', 'gzip'].map((name): [string, string] => [`/usr/bin/${name}`, busybox])
      : [...[...coreutils, 'tar', 'gzip'].map(inUsr), ['/usr/bin/sh', '/usr/bin/dash'] as [string, string]]
  const bound = Object.fromEntries([...found, inUsr('curl'), ...Object.entries(programs)])
  const libraries = ['/usr/lib', '/lib64', '/lib'].filter((path) => existsSync(path))
  const id = user === 'root' ? '0' : '1000'
  const args = [
    ...`--unshare-user --unshare-pid --unshare-ipc --die-with-parent --uid ${id} --gid ${id}`.split(' '),
    // Open to everybody, as they are anywhere.
    ...['/usr', '/usr/bin'].flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...'--proc /proc --dev /dev --tmpfs /tmp --symlink usr/bin /bin'.split(' '),
    ...libraries.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.entries(bound).flatMap(([to, from]) => ['--ro-bind', from, to]),
    ...folders.flatMap((name) => ['--bind', join(folder, name), `/${name}`]),
  ]
  return {
    folder,
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => !folders.includes(path))
        .toSorted(),
    async run(line, env = {}) {
      const child = spawn(bwrap, [...args, '/usr/bin/sh', '-c', `exec 2>&1; ${line}`], {
        env: { PATH: '/usr/bin:/usr/sbin', HOME: '/root', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
      return { code: child.exitCode, output }
    },
  }
}
