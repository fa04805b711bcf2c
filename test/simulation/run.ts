// `npm run simulate -- --seeds 200`: simulates the worlds of this many seeds, from `--seed` on. Seeds take turns with
// the sorts of worlds, unless `--world` names one.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../../src/store/database/database.ts'
import { startServer, template } from '../kit/lapwing/servers.ts'
import { quiet } from '../kit/log.ts'
import { runFolder } from '../kit/run/memory-folder.ts'
import { keepWorld } from './kept-seeds.ts'
import { type Trouble, type WorldShape, commandFor, maxMonitors, shapeOf, troubles } from './shape.ts'
import type { WorldReport, WorldRequest } from './worker.ts'
import { type WorldName, worlds } from './worlds.ts'

const usage = `usage: npm run simulate -- [--world ${Object.keys(worlds).join('|')}] [--seeds <how many>] [--seed <the first>]
  [--minutes <of trouble in each>] [--processes <how many>] [--failures <file to add failing seeds to>]
  [--keep] [--print] [--monitors <at most>] [--without '<${troubles.join(',')}>']`
const usualSeeds = '20'
const progressMs = 60_000
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

interface SimulationRequest {
  readonly names: readonly WorldName[]
  readonly first: number
  readonly seeds: number
  readonly processes: number
  readonly chosen: Partial<WorldShape>
  readonly failures: string | undefined
  /** Whether `npm test` simulates the reduced worlds from now on. */
  readonly isKept: boolean
  readonly isPrinted: boolean
}

const request = readRequest(process.argv.slice(2))
if (request) process.exitCode = await simulateAll(request)
else {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

/** A seed without a count repeats one world. */
function readRequest(args: string[]): SimulationRequest | undefined {
  const text = { type: 'string' } as const
  const options = {
    world: text,
    seed: text,
    seeds: text,
    minutes: text,
    processes: text,
    monitors: text,
    without: text,
    failures: text,
    keep: { type: 'boolean' },
    print: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    const { world, seed, minutes, monitors, without, failures } = values
    const { seeds = seed === undefined ? usualSeeds : '1', processes = String(availableParallelism() + 1) } = values
    const counts = [seed, seeds, minutes, monitors, processes].filter((one) => one !== undefined)
    const left = without?.split(',') ?? []
    const isValid =
      (world === undefined || Object.hasOwn(worlds, world)) &&
      counts.every((value) => /^[1-9]\d{0,8}$/.test(value)) &&
      left.every((one) => (troubles as readonly string[]).includes(one))
    if (!isValid) return undefined
    return {
      names: world === undefined ? (Object.keys(worlds) as WorldName[]) : [world as WorldName],
      first: Number(seed ?? 1),
      seeds: Number(seeds),
      processes: Number(processes),
      chosen: {
        ...(minutes !== undefined && { minutes: Number(minutes) }),
        monitors: Math.min(Number(monitors ?? maxMonitors), maxMonitors),
        without: left as Trouble[],
      },
      failures,
      isKept: values.keep ?? false,
      isPrinted: values.print ?? false,
    }
  } catch {
    return undefined
  }
}

async function simulateAll(request: SimulationRequest): Promise<number> {
  const { names, first, seeds, processes, chosen, failures, isKept, isPrinted } = request
  const started = performance.now()
  const reports: WorldReport[] = []
  const reduced = new Set<string>()
  const queue = requestsOf()
  function* requestsOf(): Generator<WorldRequest> {
    for (let seed = first; seed < first + seeds; seed++)
      yield { name: names[seed % names.length]!, shape: shapeOf(seed, chosen), isReduced: false, isPrinted }
  }
  const folder = runFolder()
  const server = await startServer('embedded', join(folder.path, 'data'))
  const progress = setInterval(() => say(summary(reports, performance.now() - started)), progressMs)
  try {
    const admin = openStore(server.connection, { log: quiet, connections: 1 })
    const workers: Promise<void>[] = []
    for (let n = 0; n < Math.min(processes, seeds); n++) {
      const database = `simulation_${n}`
      await admin.script(`create database ${database} template ${template} strategy file_copy`)
      const child = fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify({ ...server.connection, database })])
      workers.push(work(child))
    }
    await admin.close()
    await Promise.all(workers)
  } finally {
    clearInterval(progress)
    await server.stop()
    folder.remove()
  }
  const failed = reports.filter(({ explanation }) => explanation !== '')
  say(`\n${summary(reports, performance.now() - started)}`)
  for (const [kind, some] of Map.groupBy(failed.flatMap(kindsWithSeeds), ({ kind }) => kind))
    say(`  ${some.length} × ${kind} (first seed ${some[0]!.seed})`)
  return failed.length > 0 || reports.length < seeds ? 1 : 0

  async function work(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit')
    await Promise.race([once(child, 'message'), ended])
    for (const next of queue) {
      if (!child.connected) break
      const report = await ask(next)
      if (report) note(isNew(report) ? ((await ask({ ...next, isReduced: true })) ?? report) : report)
      else say(`the process ended in seed ${next.shape.seed} of ${next.name}`)
    }
    if (child.connected) child.disconnect()
    await ended

    async function ask(one: WorldRequest): Promise<WorldReport | undefined> {
      child.send(one)
      return (await Promise.race([once(child, 'message'), ended.then(() => undefined)]))?.[0]
    }
  }

  /** The first failure of each sort is reduced. */
  function isNew({ request: { name, shape }, kinds: [kind] }: WorldReport): boolean {
    if (kind === undefined || isPrinted || shape.without.length > 0 || reduced.has(`${name} ${kind}`)) return false
    reduced.add(`${name} ${kind}`)
    return true
  }

  function note(report: WorldReport): void {
    reports.push(report)
    for (const line of report.happenings) say(line)
    const { request: one, explanation, smallest, kinds } = report
    if (explanation === '') return
    say(`✗ ${one.name}, seed ${one.shape.seed}\n${explanation}`)
    if (failures !== undefined) appendFileSync(failures, `${commandFor(one.name, one.shape)}\n${explanation}\n\n`)
    if (isKept && smallest) keepWorld({ name: one.name, failure: kinds[0]!, shape: smallest })
  }
}

function kindsWithSeeds({ kinds, request: { shape } }: WorldReport): { kind: string; seed: number }[] {
  return kinds.map((kind) => ({ kind, seed: shape.seed }))
}

function summary(reports: readonly WorldReport[], tookMs: number): string {
  const failed = reports.filter(({ explanation }) => explanation !== '')
  const hours = reports.reduce((sum, { simulatedMs }) => sum + simulatedMs, 0) / 3_600_000
  const cpuSeconds = reports.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000
  const verdict =
    failed.length === 0
      ? 'nothing went wrong'
      : `${failed.length} went wrong: ${[...new Set(failed.map(({ request: { shape } }) => shape.seed))].join(', ')}`
  const perMinute = reports.length / (tookMs / 60_000)
  return (
    `${reports.length} worlds, ${hours.toFixed(0)} h lived through in ${(tookMs / 1000).toFixed(0)} s ` +
    `(${perMinute.toFixed(0)} a minute, ${(cpuSeconds / Math.max(reports.length, 1)).toFixed(2)} s of CPU each): ${verdict}`
  )
}
