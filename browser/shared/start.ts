// The first program in a box: starts the proxy, then becomes the requested program.
import { closeSync, readFileSync, readdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { readWholeOrder, sendStarted } from './answer.ts'

closeInherited()
await openWayOut()
await sendStarted()
const { env } = await readWholeOrder()
Object.assign(process.env, env)
const [, , name] = process.argv
await import(`../${name}/main.ts`)

/**
 * Closes inherited files of the process that started Lapwing: in here they would be an escape.
 */
function closeInherited(): void {
  const closesByItself = 0o2000000
  for (const fd of readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 3)) {
    const flags = flagsOf(fd)
    if (flags !== undefined && (flags & closesByItself) === 0) closeSync(fd)
  }
}

function flagsOf(fd: number): number | undefined {
  try {
    return Number.parseInt(/^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '', 8)
  } catch {
    // The descriptor that the list was read with.
    return undefined
  }
}

async function openWayOut(): Promise<void> {
  const wayOut = new Worker(new URL('./way-out.ts', import.meta.url), { env: {} })
  await new Promise((resolve, reject) => {
    wayOut.once('message', resolve)
    wayOut.once('error', reject)
  })
  wayOut.unref()
}
