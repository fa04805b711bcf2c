// npm run bench -- peers: a whole installation beside Gatus, one after the other on the same target at the same rate:
// checks per CPU-second and memory of all processes (PostgreSQL included), and bytes per check.
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { systemClock as clock } from '../src/domain/clock.ts'
import { sql } from '../src/store/database/sql.ts'
import { findGatus, gatusDatabase, gatusStartMs, gatusVersion, startGatus } from './programs/gatus.ts'
import { askProgram, nextMessage, startProgram } from './kit/children.ts'
import { deleteFolder, newFolder } from './kit/database.ts'
import { startInstallation } from './kit/installation.ts'
import { cpuSeconds, proportionalMegabytes } from './kit/processes.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
const monitors = Number(process.env['BENCH_MONITORS'] ?? 1000)
const intervalSeconds = Number(process.env['BENCH_INTERVAL'] ?? 10)
// A monitor's first checks insert rows that later ones update, and code is compiled.
const warmUpMs = 15_000 + 2 * intervalSeconds * 1000

interface PeerFigures {
  readonly checksPerCpuSecond: number
  readonly text: string
}

const folder = newFolder()
const target = startProgram('counted-target.ts')
const { port } = await nextMessage<{ port: number }>(target)
const url = `http://127.0.0.1:${port}/`

try {
  const ours = await measureLapwing()
  console.log(`Lapwing       ${ours.text}`)
  const gatus = await findGatus()
  if ('missing' in gatus) console.log(`Gatus is skipped: ${gatus.missing}`)
  else {
    const theirs = await measureGatus(gatus.program)
    console.log(`Gatus ${gatusVersion} ${theirs.text}`)
    const ratio = ours.checksPerCpuSecond / theirs.checksPerCpuSecond
    console.log(`Lapwing runs ${ratio.toFixed(2)} × as many checks per CPU-second.`)
  }
} finally {
  target.disconnect()
  deleteFolder(folder)
}

async function measureLapwing(): Promise<PeerFigures> {
  const { store, lapwing, postgres, addMonitors, stop } = await startInstallation()
  try {
    await addMonitors(monitors, { target: url, interval: intervalSeconds })
    await clock.sleep(warmUpMs)
    return await measure({ Node: lapwing, PostgreSQL: postgres }, async () => {
      const row = await store.row<{ bytes: number }>(sql`
        select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'results'::regclass)
          / greatest((select count(*) from results), 1) as bytes`)
      return Number(row!.bytes)
    })
  } finally {
    await stop()
  }
}

async function measureGatus(program: string): Promise<PeerFigures> {
  const before = await requestCount()
  const watched = { count: monitors, target: url, intervalSeconds, port: await freePort() }
  const gatus = startGatus(program, folder, watched)
  try {
    await clock.sleep(monitors * gatusStartMs + warmUpMs)
    return await measure({ Gatus: gatus.pid! }, async () => {
      const files = ['', '-wal'].map((suffix) => statSync(gatusDatabase(folder) + suffix, { throwIfNoEntry: false }))
      return files.reduce((sum, file) => sum + (file?.size ?? 0), 0) / ((await requestCount()) - before)
    })
  } finally {
    gatus.kill()
    await once(gatus, 'exit')
  }
}

async function measure(
  processes: Readonly<Record<string, number>>,
  bytesPerCheck: () => Promise<number>,
): Promise<PeerFigures> {
  const spent = (): number[] => Object.values(processes).map(cpuSeconds)
  const [cpuBefore, requestsBefore] = [spent(), await requestCount()]
  await clock.sleep(seconds * 1000)
  const [cpuAfter, checks] = [spent(), (await requestCount()) - requestsBefore]
  const costs = cpuAfter.map((after, index) => after - cpuBefore[index]!)
  const checksPerCpuSecond = checks / costs.reduce((sum, one) => sum + one, 0)
  const parts = Object.entries(processes).map(
    ([name, pid], index) =>
      `${name} ${((costs[index]! / checks) * 1e6).toFixed(0)} µs per check and ${proportionalMegabytes(pid)} MB`,
  )
  const text =
    `${(checks / seconds).toFixed(0)} checks/s, ${checksPerCpuSecond.toFixed(0)} checks per CPU-second ` +
    `(${parts.join(', ')}), ${(await bytesPerCheck()).toFixed(0)} bytes per check`
  return { checksPerCpuSecond, text }
}

async function requestCount(): Promise<number> {
  return (await askProgram<{ requests: number }>(target, 'count')).requests
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}
