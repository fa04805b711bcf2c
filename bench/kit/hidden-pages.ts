// The latency of 404 responses: it must not reveal what exists behind an address.
import { Agent, get } from 'node:http'
import { median } from './figures.ts'

const places = [
  ['page', (slug: string) => `/status/${slug}`],
  ['feed', (slug: string) => `/status/${slug}/feed.rss`],
  ['badge', (slug: string) => `/v1/embeds/status-pages/${slug}/badge.svg`],
] as const

async function timeOf(url: URL, agent: Agent): Promise<number> {
  const begin = process.hrtime.bigint()
  await new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { cookie: 'lapwing_page=bm90aGluZw' } }, (answer) => {
      if (answer.statusCode !== 404) reject(new Error(`${url.pathname} answers ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    })
    request.once('error', reject)
  })
  return Number(process.hrtime.bigint() - begin) / 1000
}

/** Each round requests every kind, starting with another one, so that noise affects all of them. */
export async function measureHidden(
  origin: string,
  slugs: Readonly<Record<string, string>>,
  rounds: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const kinds = Object.entries(slugs)
  process.stdout.write(`what is not shown, µs in the middle of ${rounds} requests each\n`)
  for (const [place, pathOf] of places) {
    const times = new Map(kinds.map(([kind]) => [kind, [] as number[]]))
    for (let round = -rounds / 10; round < rounds; round++)
      for (let n = 0; n < kinds.length; n++) {
        const [kind, slug] = kinds[(n + Math.abs(round)) % kinds.length]!
        const took = await timeOf(new URL(pathOf(slug), origin), agent)
        if (round >= 0) times.get(kind)!.push(took)
      }
    const middles = [...times].map(([kind, values]) => `${kind} ${median(values).toFixed(0)}`)
    process.stdout.write(`  ${place.padEnd(6)}${middles.join('   ')}\n`)
  }
  agent.destroy()
}
