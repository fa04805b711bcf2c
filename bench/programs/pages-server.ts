// A Lapwing process with many status pages, and a bare Fastify with the same bytes, for the bench `pages`.
import { type FastifyInstance, fastify } from 'fastify'
import { systemClock } from '../../src/domain/clock.ts'
import { newId } from '../../src/domain/id.ts'
import { hashPassword } from '../../src/domain/secret.ts'
import { sql } from '../../src/store/database/sql.ts'
import { putComponents } from '../../src/store/status-pages/components.ts'
import { addPage, changePage, deletePage, putPagePassword } from '../../src/store/status-pages/pages.ts'
import { componentRow, pageRow } from '../../test/kit/resources/status-pages.ts'
import { startServing } from '../kit/serving.ts'

const [folder = '', count = '1000'] = process.argv.slice(2)
const { lapwing, store } = await startServing(folder)
const now = systemClock.now()
const { id: organizationId } = (await store.row<{ id: string }>(sql`select id from organizations limit 1`))!
const pages = Array.from({ length: Number(count) }, (_, index) =>
  pageRow(now, { slug: `page-${index}`, id: newId(now) }),
)
for (const page of pages) {
  await addPage(store, organizationId, page)
  await putComponents(
    store,
    page.id,
    Array.from({ length: 20 }, (_, position) => componentRow(now, { position, name: `Service ${position}` })),
  )
}

let bare: FastifyInstance | undefined
let editing: NodeJS.Timeout | undefined
let edits = 0

const acts: Record<string, (request: { perSecond: number }) => Promise<unknown> | unknown> = {
  cost: () => process.cpuUsage(),
  /** The same bytes and headers, without any lookup. */
  async bare() {
    const response = await fetch(`${lapwing.origin}/status/page-0`, { headers: { 'accept-encoding': 'identity' } })
    const body = Buffer.from(await response.arrayBuffer())
    const {
      'content-length': _,
      connection: _c,
      'keep-alive': _k,
      date: _d,
      ...headers
    } = Object.fromEntries(response.headers)
    bare = fastify()
    bare.get('/status/page-0', (_request, reply) => reply.headers(headers).send(body))
    return bare.listen({ port: 0, host: '127.0.0.1' })
  },
  edit({ perSecond }) {
    editing = setInterval(() => {
      const page = pages[edits++ % pages.length]!
      void changePage(store, { ...page, name: `Acme ${edits}` })
    }, 1000 / perSecond)
  },
  rest: () => clearInterval(editing),
  /** Addresses that nobody may see, each for another reason. */
  async hidden() {
    const [hidden, locked, gone] = ['hidden', 'locked', 'gone'].map((slug) => pageRow(now, { slug, id: newId(now) }))
    await addPage(store, organizationId, { ...hidden!, isPublic: false })
    await addPage(store, organizationId, locked!)
    await putPagePassword(store, locked!.id, await hashPassword('open sesame'), now)
    await addPage(store, organizationId, gone!)
    await deletePage(store, gone!.id)
    const answers = async (slug: string): Promise<number> => (await fetch(`${lapwing.origin}/status/${slug}`)).status
    while ((await answers('locked')) !== 404 || (await answers('gone')) !== 404) await systemClock.sleep(50)
    return { unknown: 'never-was', private: 'hidden', password: 'locked', deleted: 'gone' }
  },
  async stop() {
    await bare?.close()
    await store.close()
    await lapwing.stop()
    process.exit(0)
  },
}

process.on('message', async (request: { ask: string; perSecond: number }) => {
  process.send!({ answer: (await acts[request.ask]!(request)) ?? null })
})
process.send!({ answer: lapwing.origin })
