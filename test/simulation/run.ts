// `npm run simulate -- --seeds 200 --seed 1 --hours 2`: simulates the worlds of this many seeds, from this one on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

interface Report {
  testResults: { assertionResults: { title: string; status: string; meta: { simulatedMs?: number } }[] }[]
}

interface Asked {
  readonly seed: string
  readonly seeds: string
  readonly hours: string
}

const usage = 'usage: npm run simulate -- [--seeds <how many>] [--seed <the first>] [--hours <of trouble in each>]'
const usualSeeds = '20'
const usualHours = '2'
const root = dirname(dirname(import.meta.dirname))
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const asked = askedFor(process.argv.slice(2))
if (asked) process.exitCode = await simulate(asked)
else {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

/** A seed without a count repeats one world. */
function askedFor(args: string[]): Asked | undefined {
  const text = { type: 'string' } as const
  try {
    const { seed, seeds, hours } = parseArgs({ args, options: { seed: text, seeds: text, hours: text } }).values
    const asked = {
      seed: seed ?? '1',
      seeds: seeds ?? (seed === undefined ? usualSeeds : '1'),
      hours: hours ?? usualHours,
    }
    return Object.values(asked).every((value) => /^[1-9]\d{0,8}$/.test(value)) ? asked : undefined
  } catch {
    return undefined
  }
}

async function simulate({ seed, seeds, hours }: Asked): Promise<number> {
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
    const child = spawn(process.execPath, [vitest, 'run', ...options, 'test/simulation'], {
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
  const worlds = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = worlds.filter(({ status }) => status === 'failed')
  const hours = worlds.reduce((sum, { meta }) => sum + (meta.simulatedMs ?? 0), 0) / 3_600_000
  const seedOf = ({ title }: { title: string }): string => title.split(' ').at(-1)!
  const verdict =
    failed.length === 0 ? 'nothing went wrong' : `${failed.length} went wrong: ${failed.map(seedOf).join(', ')}`
  say(
    `\n${worlds.length} ${worlds.length === 1 ? 'seed' : 'seeds'}, ${hours.toFixed(0)} hours lived through in ${(tookMs / 1000).toFixed(0)} s: ${verdict}`,
  )
}
