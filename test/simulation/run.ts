// `npm run simulate -- --seeds 200 --seed 1 --hours 2`: simulates the worlds of this many seeds, from this one on.
// `--world outages` simulates only who is alerted of outages, and `--world checks` only what checks lead to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

interface Report {
  testResults: {
    assertionResults: { title: string; status: string; meta: { simulatedMs?: number; breaches?: string[] } }[]
  }[]
}

const worlds = {
  all: 'test/simulation',
  checks: 'test/simulation/simulation.test.ts',
  outages: 'test/simulation/outages',
}

interface SimulationRequest {
  readonly world: keyof typeof worlds
  readonly seed: string
  readonly seeds: string
  readonly hours: string
}

const usage =
  'usage: npm run simulate -- [--world outages|checks] [--seeds <how many>] [--seed <the first>] [--hours <of trouble in each>]'
const usualSeeds = '20'
const usualHours = '2'
const root = dirname(dirname(import.meta.dirname))
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const request = readRequest(process.argv.slice(2))
if (request) process.exitCode = await simulate(request)
else {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

/** A seed without a count repeats one world. */
function readRequest(args: string[]): SimulationRequest | undefined {
  const text = { type: 'string' } as const
  try {
    const options = { world: text, seed: text, seeds: text, hours: text }
    const { world = 'all', seed, seeds, hours } = parseArgs({ args, options }).values
    const counts = {
      seed: seed ?? '1',
      seeds: seeds ?? (seed === undefined ? usualSeeds : '1'),
      hours: hours ?? usualHours,
    }
    const isValid = Object.hasOwn(worlds, world) && Object.values(counts).every((value) => /^[1-9]\d{0,8}$/.test(value))
    return isValid ? { world: world as SimulationRequest['world'], ...counts } : undefined
  } catch {
    return undefined
  }
}

async function simulate({ world, seed, seeds, hours }: SimulationRequest): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-simulation-'))
  const file = join(folder, 'report.json')
  const started = performance.now()
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const options = ['--configLoader=native', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      LAPWING_SIMULATION_SEED: seed,
      LAPWING_SIMULATION_SEEDS: seeds,
      LAPWING_SIMULATION_HOURS: hours,
    }
    const child = spawn(process.execPath, [vitest, 'run', ...options, worlds[world]], {
      cwd: root,
      stdio: 'inherit',
      env,
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    tell(
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : { testResults: [] },
      performance.now() - started,
    )
    return code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tell({ testResults }: Report, tookMs: number): void {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  const hours = tests.reduce((sum, { meta }) => sum + (meta.simulatedMs ?? 0), 0) / 3_600_000
  const seedOf = ({ title }: { title: string }): string => title.split(' ').at(-1)!
  const verdict =
    failed.length === 0 ? 'nothing went wrong' : `${failed.length} went wrong: ${failed.map(seedOf).join(', ')}`
  say(
    `\n${tests.length} ${tests.length === 1 ? 'seed' : 'seeds'}, ${hours.toFixed(0)} hours lived through in ${(tookMs / 1000).toFixed(0)} s: ${verdict}`,
  )
  const seedsOf = new Map<string, string[]>()
  for (const one of failed)
    for (const breach of one.meta.breaches ?? []) seedsOf.set(breach, [...(seedsOf.get(breach) ?? []), seedOf(one)])
  for (const [breach, seeds] of [...seedsOf].toSorted()) say(`  ${seeds.length} × ${breach} (first seed ${seeds[0]})`)
}
