// Status pages while the database is unreachable: the last known state, with a notice.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hashPassword } from '../../../src/domain/secret.ts'
import { fakeClock } from '../../kit/clock.ts'
import { newDatabase } from '../../kit/lapwing/database.ts'
import { newFolder } from '../../kit/files.ts'
import { lapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { proxyTo } from '../../kit/lapwing/proxy.ts'
import { storedPage } from '../../kit/resources/public-pages.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const lastFigures = 'This page shows the status as of 1 Mar, 12:00 UTC.'

it('show the last known state with its time, even after a restart, and recover automatically', async () => {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const env = { LAPWING_DATA_DIR: folder.path, LAPWING_SECRET_KEY: 'a secret key of more than 32 characters' }
  const database = await proxyTo(await newDatabase())
  const running = await lapwing({ env, database: database.connection, log: quiet })
  const copied = (id: string) => waitUntil(() => existsSync(join(folder.path, 'status-pages', `${id}.json`)))
  const page = await storedPage(running, { name: 'Halden', components: ['Checkout'] })
  const locked = await storedPage(running, { password: await hashPassword('open sesame') })
  await copied(page.id)
  const at = async (origin: string, path: string) => {
    const response = await fetch(`${origin}${path}`)
    return { status: response.status, text: await response.text() }
  }

  await database.cut()
  running.clock.advance(61_000)
  const stale = await at(running.origin, `/status/${page.slug}`)
  expect(stale.status).toBe(200)
  expect(stale.text).toContain(lastFigures)
  expect(stale.text).toContain('Checkout')
  expect((await at(running.origin, `/status/${page.slug}/feed.rss`)).status).toBe(200)
  expect((await at(running.origin, '/status/never-was-here')).status).toBe(404)
  await database.mend()
  running.clock.advance(1001)
  expect((await at(running.origin, `/status/${page.slug}`)).text).not.toContain(lastFigures)
  await running.stop()

  await database.cut()
  const clock = fakeClock()
  const said: Record<string, unknown>[] = []
  const log = { ...quiet, warn: (_words: string, fields = {}) => void said.push(fields) }
  const restarted = lapwing({ env, database: database.connection, clock, log })
  const origin = String(await waitUntil(() => said.find((fields) => 'origin' in fields)?.['origin']))
  const copy = await at(origin, `/status/${page.slug}?lang=de`)
  expect(copy.status).toBe(200)
  expect(copy.text).toContain('Checkout')
  const others = [`/status/${locked.slug}`, '/status/never-was-here', '/v1/me', '/readyz', '/']
  const answers = await Promise.all(others.map((path) => at(origin, path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await at(origin, '/healthz')).status).toBe(200)
  await database.mend()
  const passing = setInterval(() => clock.advance(1000), 20)
  const again = await restarted.finally(() => clearInterval(passing))
  const fresh = await at(again.origin, `/status/${page.slug}`)
  expect(fresh.status).toBe(200)
  expect(fresh.text).not.toContain('last figures')
})
