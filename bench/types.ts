// npm run bench -- types [type…]: the cost of one check per type, compared with the same session of a bare client. To
// add one: an entry in the file of its family in bench/types/ (`open` starts the target, `startPages` serves HTTP;
// `bare` is the same session in the fewest lines), and for a new family a line in types/table.ts.
import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from '../src/checks/index.ts'
import { nextMessage, startProgram } from './kit/children.ts'
import { deleteFolder, newFolder } from './kit/database.ts'
import { type Entry, type Place, certificate } from './types/entry.ts'
import type { Ask, Figures } from './types/loop.ts'
import { entries } from './types/table.ts'

// Both clients take turns, so that noise affects both.
const turns = 5
const workMs = (Number(process.env['BENCH_SECONDS'] ?? 5) * 1000) / turns
const wanted = process.argv.slice(2)
const chosen = entries.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const folder = newFolder()
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
writeFileSync(keyFile, certificate.key)
writeFileSync(certFile, certificate.cert)
const targets = startProgram('targets.ts', [keyFile, certFile])
const ports = await nextMessage<Record<string, number>>(targets)

function start({ name }: Entry, who: 'ours' | 'bare', { stop: _, ...place }: Place): ChildProcess {
  const options = [name, who, JSON.stringify(place), String(workMs)]
  return fork(join(import.meta.dirname, 'types', 'loop.ts'), options, { execArgv: ['--expose-gc'] })
}

function ask(loop: ChildProcess, what: Ask): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null): void => reject(new Error(`the loop ended with ${code}`))
    loop.once('exit', died).once('message', (figures) => {
      loop.off('exit', died)
      resolve(figures as Figures)
    })
    loop.send(what)
  })
}

async function compare(ours: ChildProcess, bare: ChildProcess): Promise<[Figures, Figures]> {
  for (const loop of [ours, bare]) await ask(loop, 'warm up')
  for (let turn = 0; turn < turns; turn++) for (const loop of [ours, bare]) await ask(loop, 'work')
  for (const loop of [ours, bare]) await ask(loop, 'alone')
  return [await ask(ours, 'crowd'), await ask(bare, 'crowd')]
}

function words({ checks, cpu, megabytes, blockedMs, failures, firstFailure }: Figures): string {
  const micros = ((cpu / checks) * 1e6).toFixed(0).padStart(6)
  const failureText = failures > 0 ? `  ${failures} failed: ${firstFailure}` : ''
  return `${micros} µs CPU  ${megabytes.toFixed(0).padStart(4)} MB at 100  blocks ${blockedMs.toFixed(0).padStart(3)} ms${failureText}`
}

function verdict({ goal }: Entry, ours: Figures, bare: Figures): string {
  const ratio = `ratio ${(ours.cpu / ours.checks / (bare.cpu / bare.checks)).toFixed(2)}`
  if (!goal) return ratio
  if ('ratio' in goal) return `${ratio} (goal: at most ${goal.ratio})`
  return `${ratio}   ${(ours.checks / ours.cpu).toFixed(0)} per CPU-second (goal: at least ${goal.perCpuSecond})`
}

async function measure(entry: Entry): Promise<void> {
  const name = entry.name.padEnd(12)
  if (entry.missing) return console.log(`${name} ${entry.missing}`)
  const place = await entry.open(ports)
  const loops = [start(entry, 'ours', place), start(entry, 'bare', place)] as const
  try {
    const [ours, bare] = await compare(...loops)
    console.log(`${name} ${words(ours)}   bare ${words(bare)}   ${verdict(entry, ours, bare)}`)
  } finally {
    for (const loop of loops) loop.kill()
    await place.stop?.()
  }
}

function unmeasured(): string[] {
  const known = new Set(entries.map(({ name, type = name }) => type))
  return checks.filter(({ type, requiresLocations }) => requiresLocations && !known.has(type)).map(({ type }) => type)
}

try {
  for (const entry of chosen) await measure(entry)
  if (wanted.length === 0) console.log(`not measured: ${unmeasured().join(', ') || 'none'}`)
} finally {
  targets.send('stop')
  deleteFolder(folder)
}
