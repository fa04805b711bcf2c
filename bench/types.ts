// npm run bench:types [type…]: what one check of a type costs beside the same session of a bare client, in one run.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, type Place, certificate } from './type-entry.ts'
import { entries } from './type-table.ts'

interface Figures {
  checks: number
  /** Seconds, those of programs that it has started included. */
  cpu: number
  megabytes: number
  failures: number
  complaint: string | null
}

const seconds = process.env['BENCH_SECONDS'] ?? '5'
const wanted = process.argv.slice(2)
const chosen = entries.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const folder = mkdtempSync(join(tmpdir(), 'lapwing-bench-'))
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
writeFileSync(keyFile, certificate.key)
writeFileSync(certFile, certificate.cert)
const targets = fork(join(import.meta.dirname, 'targets.ts'), [keyFile, certFile])
const [ports] = (await once(targets, 'message')) as [Record<string, number>]

async function run({ name }: Entry, who: 'ours' | 'bare', { stop: _, ...place }: Place): Promise<Figures> {
  const options = [name, who, JSON.stringify(place), seconds]
  const loop = fork(join(import.meta.dirname, 'type-loop.ts'), options, { execArgv: ['--expose-gc'] })
  const died = once(loop, 'exit').then(([code]) => Promise.reject(new Error(`${who} ${name} ended with ${code}`)))
  const [figures] = (await Promise.race([once(loop, 'message'), died])) as [Figures]
  return figures
}

function words({ checks, cpu, megabytes, failures, complaint }: Figures): string {
  const micros = ((cpu / checks) * 1e6).toFixed(0).padStart(6)
  const trouble = failures > 0 ? `  ${failures} failed: ${complaint}` : ''
  return `${micros} µs CPU  ${megabytes.toFixed(0).padStart(4)} MB at 100${trouble}`
}

function verdict({ goal }: Entry, ours: Figures, bare: Figures): string {
  const ratio = `ratio ${(ours.cpu / ours.checks / (bare.cpu / bare.checks)).toFixed(2)}`
  if (!goal) return ratio
  if ('ratio' in goal) return `${ratio} (goal: at most ${goal.ratio})`
  return `${ratio}   ${(ours.checks / ours.cpu).toFixed(0)} per CPU-second (goal: at least ${goal.perCpuSecond})`
}

async function measure(entry: Entry): Promise<void> {
  const name = entry.name.padEnd(10)
  if (entry.missing) return console.log(`${name} ${entry.missing}`)
  const place = await entry.open(ports)
  try {
    const ours = await run(entry, 'ours', place)
    const bare = await run(entry, 'bare', place)
    console.log(`${name} ${words(ours)}   bare ${words(bare)}   ${verdict(entry, ours, bare)}`)
  } finally {
    await place.stop?.()
  }
}

try {
  for (const entry of chosen) await measure(entry)
} finally {
  targets.send('stop')
  rmSync(folder, { recursive: true, force: true })
}
