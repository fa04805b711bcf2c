// npm run bench:pages: what a request for a status page costs beside a bare Fastify route with the same bytes, and how long it
// takes to learn nothing of one that is hidden.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureHidden } from './hidden-pages.ts'
import { load } from './load.ts'

const pages = Number(process.argv[2] ?? 1000)
const requests = Number(process.env['BENCH_REQUESTS'] ?? 20_000)
const rounds = 3
const editsPerSecond = 10

const folder = mkdtempSync(join(tmpdir(), 'lapwing-bench-'))
const server = fork(new URL('programs/pages-server.ts', import.meta.url), [folder, String(pages)])
const answer = async <T>(): Promise<T> => ((await once(server, 'message')) as [{ answer: T }])[0].answer
const ask = async <T>(what: string, more: object = {}): Promise<T> => {
  server.send({ ask: what, ...more })
  return answer<T>()
}

const lapwing = await answer<string>()
const bare = await ask<string>('bare')

/** Microseconds of processor time for one request. */
async function cost(origin: string, path: string): Promise<number> {
  const before = await ask<NodeJS.CpuUsage>('cost')
  await load({ port: Number(new URL(origin).port), path, key: 'none', requests })
  const after = await ask<NodeJS.CpuUsage>('cost')
  return (after.user + after.system - before.user - before.system) / requests
}

/** They take turns, so that a noisy minute of the machine falls on both. */
async function compare(): Promise<{ plain: number; own: number }> {
  const found: { plain: number; own: number }[] = []
  for (let round = 0; round < rounds; round++)
    found.push({ plain: await cost(bare, '/status/page-0'), own: await cost(lapwing, '/status/page-0') })
  return found.toSorted((a, b) => a.own / a.plain - b.own / b.plain)[rounds >> 1]!
}

await cost(bare, '/status/page-0')
await cost(lapwing, '/status/page-0')
const calm = await compare()
await ask('edit', { perSecond: editsPerSecond })
const edited = await compare()
await ask('rest')
const line = (name: string, micros: number, plain: number): string =>
  `${name.padEnd(46)}${micros.toFixed(0).padStart(5)} µs   ${(micros / plain).toFixed(2)} ×   ${Math.round(1e6 / micros)} requests per CPU-second\n`
process.stdout.write(line('a bare Fastify route with the same bytes', calm.plain, calm.plain))
process.stdout.write(line(`a status page, one of ${pages}`, calm.own, calm.plain))
process.stdout.write(line(`bare while ${editsPerSecond} pages a second are edited`, edited.plain, edited.plain))
process.stdout.write(line(`a status page meanwhile`, edited.own, edited.plain))
await measureHidden(lapwing, await ask('hidden'), Math.ceil(requests / 10))
server.send({ ask: 'stop' })
await once(server, 'exit')
rmSync(folder, { recursive: true, force: true })
