// Information of the operating system about a process.
import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Distinguishes two processes with the same pid. Undefined if there is none, or only a zombie. */
export function bornAt(pid: number): string | undefined {
  if (process.platform === 'linux') return bornAtLinux(pid)
  if (!answersSignals(pid)) return undefined
  return process.platform === 'win32' ? 'unknown' : ps(pid, 'lstart=')
}

export const isAlive = (pid: number): boolean => bornAt(pid) !== undefined

/** The pid in an old postmaster.pid may belong to another program. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') return ps(pid, 'command=')?.includes(`-D ${cluster}`) ?? false
  const [program = '', ...args] = procFile(pid, 'cmdline')?.split('\0') ?? []
  if (basename(program) !== 'postgres') return false
  // Root in a container may not read the link of another user's process, so the arguments come first; the link detects
  // a folder that was moved below a running server.
  return args[args.indexOf('-D') + 1] === cluster || procLink(pid, 'cwd') === cluster
}

/** Undefined if it cannot be determined. */
export function programOf(pid: number): string | undefined {
  return process.platform === 'linux' ? procLink(pid, 'exe') : undefined
}

function bornAtLinux(pid: number): string | undefined {
  const stat = procFile(pid, 'stat')
  // The second field is the program's name in brackets and may contain spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

function procLink(pid: number, name: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return undefined
  }
}

function ps(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('/bin/ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
