// npm run bench:pages: what a request for a status page costs beside a bare Fastify route with the same bytes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const best = async (origin: string, path: string): Promise<number> => {
  const found: number[] = []
  for (let round = 0; round < rounds; round++) found.push(await cost(origin, path))
  return Math.min(...found)
}

await cost(bare, '/status/page-0')
await cost(lapwing, '/status/page-0')
const plain = await best(bare, '/status/page-0')
const own = await best(lapwing, '/status/page-0')
await ask('edit', { perSecond: editsPerSecond })
const edited = await best(lapwing, '/status/page-0')
await ask('rest')
const line = (name: string, micros: number): string =>
  `${name.padEnd(46)}${micros.toFixed(0).padStart(5)} µs   ${(micros / plain).toFixed(2)} ×   ${Math.round(1e6 / micros)} requests per CPU-second\n`
process.stdout.write(line('a bare Fastify route with the same bytes', plain))
process.stdout.write(line(`a status page, one of ${pages}`, own))
process.stdout.write(line(`the same while ${editsPerSecond} pages a second are edited`, edited))
server.send({ ask: 'stop' })
await once(server, 'exit')
rmSync(folder, { recursive: true, force: true })
