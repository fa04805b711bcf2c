// Lets one process at a time create or start the cluster of a data folder. The advisory lock in the database takes over
// once the server responds.
import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from './files.ts'
import { bornAt } from './processes.ts'
import { StoreInUse } from './unavailable.ts'

export async function whileStarting<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dataDir, 'postgres.starting')
  take(lock, dataDir)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock: string, dataDir: string): void {
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, `${process.pid}\n${bornAt(process.pid)}`, { mode: 0o600 })
  try {
    while (!linked(draft, lock)) refuseOrRemove(lock, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
}

// A link appears together with its content, so that no process reads a partial lock.
function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function refuseOrRemove(lock: string, dataDir: string): void {
  const holder = readIfThere(lock)
  if (holder === undefined) return
  const [pid, birth] = holder.split('\n')
  if (bornAt(Number(pid)) === birth) throw new StoreInUse(dataDir, `process ${pid}, which is starting`)
  if (readIfThere(lock) === holder) rmSync(lock, { force: true })
}
