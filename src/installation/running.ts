// Processes that run on a data folder. Each leaves a file with its address there, and takes it away when it stops.
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bornAt } from '../postgres/processes.ts'
import { writeOwned } from './owned-file.ts'

export interface RunningProcess {
  readonly pid: number
  /** Distinguishes it from a later process with the same pid. */
  readonly born: string
  readonly version: string
  /** The folder of its program. */
  readonly installation: string
  /** Null without the role `server`. */
  readonly origin: string | null
}

const folderIn = (dataDir: string): string => join(dataDir, 'running')

/** Call it when this process is ready. Returns what takes it back. */
export function announceProcess(dataDir: string, about: Omit<RunningProcess, 'pid' | 'born'>): () => void {
  const folder = folderIn(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Files of processes that were killed.
  runningIn(dataDir)
  const file = join(folder, `${process.pid}.json`)
  writeOwned(file, JSON.stringify({ pid: process.pid, born: bornAt(process.pid), ...about }))
  return () => rmSync(file, { force: true })
}

export function runningIn(dataDir: string): RunningProcess[] {
  const folder = folderIn(dataDir)
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name)
    const found = readProcess(file)
    if (found && bornAt(found.pid) === found.born) return [found]
    rmSync(file, { force: true })
    return []
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d{1,10}\.json$/.test(name))
  } catch {
    return []
  }
}

function readProcess(file: string): RunningProcess | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningProcess
  } catch {
    return null
  }
}
