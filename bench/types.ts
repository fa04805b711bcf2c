// npm run bench:types [type…]: what one check of a type costs beside the same session of a bare client, in one run.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, type Place, entries } from './type-table.ts'

interface Figures {
  checks: number
  cpu: number
  megabytes: number
  failures: number
  complaint: string | null
}

const seconds = process.env['BENCH_SECONDS'] ?? '5'
const wanted = process.argv.slice(2)
const chosen = entries.filter(({ type }) => wanted.length === 0 || wanted.includes(type))
const folder = mkdtempSync(join(tmpdir(), 'lapwing-bench-'))
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
execFileSync('openssl', [
  'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
  '-subj', '/CN=localhost', '-keyout', keyFile, '-out', certFile,
], { stdio: 'ignore' })
const targets = fork(join(import.meta.dirname, 'targets.ts'), [keyFile, certFile])
const [ports] = (await once(targets, 'message')) as [Record<string, number>]

async function run({ type }: Entry, who: 'ours' | 'bare', { stop: _, ...place }: Place): Promise<Figures> {
  const options = [type, who, JSON.stringify(place), seconds]
  const loop = fork(join(import.meta.dirname, 'type-loop.ts'), options, { execArgv: ['--expose-gc'] })
  const [figures] = (await once(loop, 'message')) as [Figures]
  return figures
}

function words({ checks, cpu, megabytes, failures, complaint }: Figures): string {
  const micros = ((cpu / checks) * 1e6).toFixed(0).padStart(6)
  const trouble = failures > 0 ? `  ${failures} failed: ${complaint}` : ''
  return `${micros} µs CPU  ${megabytes.toFixed(0).padStart(4)} MB at 100${trouble}`
}

async function measure(entry: Entry): Promise<void> {
  const name = entry.type.padEnd(10)
  if (entry.missing) return console.log(`${name} ${entry.missing}`)
  const place = await entry.open(ports)
  try {
    const ours = await run(entry, 'ours', place)
    const bare = await run(entry, 'bare', place)
    const ratio = (ours.cpu / ours.checks / (bare.cpu / bare.checks)).toFixed(2)
    console.log(`${name} ${words(ours)}   bare ${words(bare)}   ratio ${ratio}`)
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
