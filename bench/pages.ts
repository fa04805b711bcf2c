// npm run bench -- pages: the cost of a request for a status page compared with a bare Fastify route with the same
// bytes, and the latency of hidden pages.
import { once } from 'node:events'
import { nextMessage, startProgram } from './kit/children.ts'
import { deleteFolder, newFolder } from './kit/database.ts'
import { median } from './kit/figures.ts'
import { measureHidden } from './kit/hidden-pages.ts'
import { load } from './kit/load.ts'

const pages = Number(process.argv[2] ?? 1000)
const requests = Number(process.env['BENCH_REQUESTS'] ?? 20_000)
const rounds = 51
const perRound = Math.ceil(requests / 20)
const editsPerSecond = 10

const folder = newFolder()
const server = startProgram('pages-server.ts', [folder, String(pages)])
const answer = async <T>(): Promise<T> => (await nextMessage<{ answer: T }>(server)).answer
const ask = async <T>(what: string, more: object = {}): Promise<T> => {
  server.send({ ask: what, ...more })
  return answer<T>()
}

const lapwing = await answer<string>()
const bare = await ask<string>('bare')

/** Microseconds of CPU time for one request. */
async function cost(origin: string): Promise<number> {
  const before = await ask<NodeJS.CpuUsage>('cost')
  await load({ port: Number(new URL(origin).port), path: '/status/page-0', key: 'none', requests: perRound })
  const after = await ask<NodeJS.CpuUsage>('cost')
  return (after.user + after.system - before.user - before.system) / perRound
}

interface Comparison {
  readonly plain: number
  readonly own: number
  readonly times: number
}

/**
 * They take turns in short rounds and alternate who is first, so that noise affects both, or one round of many.
 */
async function compare(): Promise<Comparison> {
  const found: { plain: number; own: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await cost(round % 2 === 0 ? bare : lapwing)
    const second = await cost(round % 2 === 0 ? lapwing : bare)
    found.push(round % 2 === 0 ? { plain: first, own: second } : { plain: second, own: first })
  }
  return {
    plain: median(found.map(({ plain }) => plain)),
    own: median(found.map(({ own }) => own)),
    times: median(found.map(({ plain, own }) => own / plain)),
  }
}

for (let warm = 0; warm < 5; warm++) for (const origin of [bare, lapwing]) await cost(origin)
const calm = await compare()
await ask('edit', { perSecond: editsPerSecond })
const edited = await compare()
await ask('rest')
const line = (name: string, micros: number, times = 1): string =>
  `${name.padEnd(46)}${micros.toFixed(0).padStart(5)} µs   ${times.toFixed(2)} ×   ${Math.round(1e6 / micros)} requests per CPU-second\n`
process.stdout.write(line('a bare Fastify route with the same bytes', calm.plain))
process.stdout.write(line(`a status page, one of ${pages}`, calm.own, calm.times))
process.stdout.write(line(`bare while ${editsPerSecond} pages a second are edited`, edited.plain))
process.stdout.write(line(`a status page meanwhile`, edited.own, edited.times))
await measureHidden(lapwing, await ask('hidden'), Math.ceil(requests / 10))
server.send({ ask: 'stop' })
await once(server, 'exit')
deleteFolder(folder)
