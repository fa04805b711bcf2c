// Ends what a run has started, by process id.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bornAt, isAlive, isPostmasterOf } from '../../../src/postgres/processes.ts'

const pauseMs = 50
// A database server that is killed leaves its shared memory behind, so it is given five seconds.
const [graceRounds, maxRounds] = [100, 400]

/**
 * Ends what runs in a folder that belongs to a run, database servers and programs that have it as their TMPDIR, and the
 * process that runs it, if that still runs, with everything that descends from them. Returns the commands of all.
 */
export async function endProcesses(folder: string, pid?: number): Promise<string[]> {
  const commands: string[] = pid === undefined ? [] : [commandOf(pid)]
  const births = new Map(pid === undefined ? [] : [[pid, bornAt(pid)]])
  const isLeft = (found: number): boolean => isAlive(found) && bornAt(found) === births.get(found)
  for (let round = 0; round < maxRounds; round++) {
    const servers = databaseServersIn(folder)
    const known = [...births.keys()].filter(isLeft)
    for (const found of withDescendants([...known, ...servers, ...programsOf(folder)]))
      if (!births.has(found)) {
        births.set(found, bornAt(found))
        commands.push(commandOf(found))
      }
    const left = [...births.keys()].filter(isLeft)
    if (left.length === 0) break
    for (const found of left) signal(found, servers.includes(found) && round < graceRounds ? 'SIGQUIT' : 'SIGKILL')
    await wait(pauseMs)
  }
  return commands
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function withDescendants(pids: readonly number[]): Set<number> {
  const parents = parentsOfAll()
  const found = new Set(pids)
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return found
}

function databaseServersIn(folder: string): number[] {
  return globSync('**/postmaster.pid', { cwd: folder }).flatMap((name) => {
    const file = join(folder, name)
    const pid = Number.parseInt(read(file), 10)
    return isPostmasterOf(dirname(file), pid) ? [pid] : []
  })
}

/** Without /proc, those that no longer descend from the run are not found. */
function programsOf(folder: string): number[] {
  return pidsInProc().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`TMPDIR=${folder}`))
}

function parentsOfAll(): [pid: number, parent: number][] {
  if (process.platform === 'linux')
    return pidsInProc().map((pid) => [pid, Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1])])
  const { stdout } = spawnSync('/bin/ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
  return [...stdout.matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)])
}

function pidsInProc(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function commandOf(pid: number): string {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  return command === '' ? `process ${pid}` : command.slice(0, 200)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
