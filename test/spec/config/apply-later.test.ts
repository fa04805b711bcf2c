// Plans with many changes are applied after the response.
import { writeFileSync } from 'node:fs'
import { type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { newFolder } from '../../kit/files.ts'
import { joinSockets } from '../../kit/join-sockets.ts'
import { commandLine } from '../../kit/lapwing/command-line.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { contactsOf, endLeaseOf, holdPlansWith } from '../../kit/resources/held-plan.ts'
import { listening } from '../../kit/servers/listening.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()
const plan = async (document: object) => (await app().post('/config/plans', { document })).body
const apply = (id: string) => app().post(`/config/plans/${id}/apply`)
const get = async (id: string) => (await app().get(`/config/plans/${id}`)).body
const ended = (id: string) =>
  waitUntil(async () => {
    const current = await get(id)
    return current.state === 'applying' ? null : current
  })
const count = async (source: string): Promise<number> => {
  const rows = await app().store.rows(sql`select from contacts where name like ${`${source} %`}`)
  return rows.length
}

it('responds at once, says how far it is, and takes effect as a whole', async () => {
  const planned = await plan(contactsOf('large', 120))
  expect(planned).toMatchObject({ state: 'planned', applied: 0, total: 120, failure: null })
  const release = await holdPlansWith(app().store, 'large-7')
  const { status, headers, body } = await apply(planned.id)
  expect([status, headers.get('location'), body.state, body.applied_at]).toEqual([
    202,
    `/v1/config/plans/${planned.id}`,
    'applying',
    null,
  ])
  await waitUntil(async () => {
    app().clock.advance(500)
    return (await get(planned.id)).applied === 120
  })
  const { text } = await app().get(`/config/plans/${planned.id}?changes=false`)
  expect(JSON.parse(text)).toMatchObject({ state: 'applying', changes: [], summary: { create: 120 } })
  const again = await apply(planned.id)
  expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining('is being applied')])
  expect(await count('large')).toBe(0)
  await release()
  expect(await ended(planned.id)).toMatchObject({ state: 'applied', applied: 120, total: 120, failure: null })
  expect(await count('large')).toBe(120)
  expect((await apply(planned.id)).body.error.message).toContain('has already been applied')
})

it('says why it failed', async () => {
  const [first, second] = [await plan(contactsOf('moved', 120)), await plan(contactsOf('moved', 120))]
  await apply(first.id)
  await ended(first.id)
  expect((await apply(second.id)).status).toBe(202)
  expect(await ended(second.id)).toMatchObject({
    state: 'failed',
    applied: 0,
    failure: expect.stringMatching(/^contacts\[moved-0\].* and 115 more: changed since the plan was made/),
  })
  const late = await plan(contactsOf('late', 120))
  app().clock.advance(15 * 60_000)
  expect(await get(late.id)).toMatchObject({ state: 'expired', failure: null })
})

it('fails, changes nothing and can be applied again if its process is silent for too long', async () => {
  const { id } = await plan(contactsOf('silent', 120))
  const release = await holdPlansWith(app().store, 'silent-7')
  await apply(id)
  await endLeaseOf(app().store, id)
  const failed = {
    state: 'failed',
    applied: 0,
    failure: expect.stringMatching(/^The server stopped .* Apply it again\.$/),
  }
  expect(await get(id)).toMatchObject(failed)
  await release()
  // The process goes on, and notices that clients have seen that it failed.
  await waitUntil(async () => {
    const [row] = await app().store.rows<{ failure: string | null }>(sql`
      select failure from config_plans where id = ${id}`)
    return row!.failure
  })
  expect(await get(id)).toMatchObject(failed)
  expect(await count('silent')).toBe(0)
  expect((await apply(id)).status).toBe(202)
  expect((await ended(id)).state).toBe('applied')
  expect(await count('silent')).toBe(120)
})

it('is followed by the command, which says how to go on if the connection is lost', async () => {
  const folder = newFolder()
  const open = new Set<Socket>()
  let isCut = false
  const way = createServer((inside) => {
    if (isCut) inside.destroy()
    else joinSockets(inside, connect(Number(new URL(app().origin).port), '127.0.0.1'), open)
  })
  const cuttable = `http://127.0.0.1:${await listening(way)}`
  const nothing = { stdout: '', stderr: '' }
  const run = (url: string, printed: typeof nothing, ...words: string[]) =>
    commandLine(words, { LAPWING_URL: url, LAPWING_TOKEN: keys.write }, printed)
  const file = join(folder.path, 'lapwing.yaml')
  const applying = () =>
    waitUntil(async () => {
      const [row] = await app().store.rows<{ id: string }>(sql`
        select id from config_plans where applying_until is not null`)
      return row?.id
    })

  writeFileSync(file, JSON.stringify(contactsOf('lost', 120)))
  const release = await holdPlansWith(app().store, 'lost-7')
  const cut = run(cuttable, { ...nothing }, 'apply', '-f', file, '--yes')
  const id = await applying()
  isCut = true
  for (const socket of open) socket.destroy()
  const lost = await cut
  expect([lost.code, lost.stdout]).toEqual([5, ''])
  expect(lost.stderr).toMatch(
    new RegExp(`The plan may still be running there; \`lapwing plan show ${id}\` follows it.`),
  )
  const following = run(app().origin, { ...nothing }, 'plan', 'show', id)
  await release()
  const shown = await following
  expect([shown.code, JSON.parse(shown.stdout)]).toMatchObject([0, { state: 'applied', applied: 120 }])
  expect(JSON.parse(shown.stdout).changes).toHaveLength(120)

  writeFileSync(file, JSON.stringify(contactsOf('piped', 120)))
  const releaseNext = await holdPlansWith(app().store, 'piped-7')
  const printed = { ...nothing }
  const printing = run(app().origin, printed, 'apply', '-f', file, '--yes')
  const next = await applying()
  await waitUntil(() => printed.stderr)
  // It fails as if the server had been killed.
  await endLeaseOf(app().store, next)
  const { code, stderr } = await printing
  await releaseNext()
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^lapwing: 0 of 120 changes …\nlapwing: The plan failed and changed nothing: The server/,
    ),
  })
})

it('is followed without being decrypted, unless the release before made it', async () => {
  const { id, summary } = await plan(contactsOf('brief', 3))
  const follow = () => app().get(`/config/plans/${id}?changes=false`)
  const followed = await follow()
  expect(followed.body).toMatchObject({ state: 'planned', total: 3, source: 'brief', summary, changes: [] })
  await app().store.run(sql`update config_plans set head = null where id = ${id}`)
  expect((await follow()).body).toEqual(followed.body)
  const other = await plan(contactsOf('brief', 3))
  await app().store.run(sql`update config_plans set sealed = 'unreadable' where id = ${other.id}`)
  expect((await app().get(`/config/plans/${other.id}?changes=false`)).status).toBe(200)
  expect((await app().get(`/config/plans/${other.id}`)).status).toBe(409)
})
