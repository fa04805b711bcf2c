// A process that is killed between creating the folder of its box and starting the box leaves the folder behind.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes folders of ended processes. */
export function removeLeftFolders(within: string): void {
  for (const name of readdirSync(within)) {
    const [, pid] = /^lapwing-box-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(within, name), { recursive: true, force: true })
  }
}
