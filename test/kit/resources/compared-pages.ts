// An integrity monitor, with checks that store what a probe would store.
import { createServer } from 'node:http'
import { integrity } from '../../../src/checks/web/integrity.ts'
import type { CheckMemory } from '../../../src/domain/outcome.ts'
import { pagesKnownFor, saveComparedPages } from '../../../src/engine/probe/compared-pages.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { runCheck } from '../checks/run-check.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { listening } from '../servers/listening.ts'
import { inDatabase, make } from './monitors.ts'

export const homePage = '<p>Welcome to the shop, have a look around</p>'

/** A monitor of two pages, which a test can change. */
export async function comparePages(app: TestLapwing) {
  const site: Record<string, string> = { '/a': homePage, '/b': homePage }
  const server = createServer((request, response) => {
    const content = site[request.url!]
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(content ?? 'gone')
  })
  const origin = `http://127.0.0.1:${await listening(server)}`
  const pages = [`${origin}/a`, `${origin}/b`]
  const monitor = await make(app, { type: 'integrity', target: `${origin}/`, config: { pages } })
  const [row] = await inDatabase<{ monitorNumber: number; location: number }>(
    app,
    sql`select monitor_number as "monitorNumber", location_numbers[1] as location from monitors where id = ${monitor.id}`,
  )
  const turn = { ...row!, slot: 0, dueAt: app.clock.now(), version: 1 }
  const plans = new Map([[turn.monitorNumber, { type: 'integrity' }]])
  const check = async (): Promise<Record<string, number>> => {
    const known = (await pagesKnownFor(app.store, { turns: [turn], plans })).get(turn) as CheckMemory
    const outcome = await runCheck(integrity, `${origin}/`, { config: { pages }, known, deadlineMs: 20_000 })
    const now = app.clock.now()
    if (outcome.remember) await saveComparedPages(app.store, turn, { memory: outcome.remember, now })
    return outcome.metrics
  }
  return { site, origin, pages, check, id: monitor.id as string }
}
