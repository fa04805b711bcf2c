// API keys in the dashboard.
import { expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()
const hour = 3_600_000

it('a key is shown once, allows its scope, and shows when it was last used', async () => {
  const admin = await signedIn(app(), { role: 'admin' })
  const made = await admin.ask('POST', '/dashboard/api-keys', { body: { name: 'deploy', scope: 'read' } })
  expect(made.status, made.text).toBe(201)
  const { id, key } = made.body
  expect(key).toMatch(/^lw_[\w-]{32}$/)
  expect((await app().get('/me', { key })).body.credential).toMatchObject({ name: 'deploy', scope: 'read' })
  expect((await app().post('/contacts', { name: 'A', email: 'a@example.com' }, { key })).status).toBe(403)
  const listed = (await admin.ask('GET', '/dashboard/api-keys')).body.data.find((one: { id: string }) => one.id === id)
  expect(listed).toMatchObject({ name: 'deploy', prefix: key.slice(0, 8), last_used_at: expect.any(String) })
  const rows = await inDatabase(app(), sql`select to_jsonb(k) as row from api_keys k`)
  expect(JSON.stringify([listed, rows])).not.toContain(key)
})

it('a revoked key stops working within two seconds, and the log records the user', async () => {
  const admin = await signedIn(app(), { role: 'admin' })
  const { id, key } = (await admin.ask('POST', '/dashboard/api-keys', { body: { name: 'old', scope: 'write' } })).body
  expect((await app().get('/me', { key })).status).toBe(200)
  expect((await admin.ask('DELETE', `/dashboard/api-keys/${id}`)).status).toBe(200)
  app().clock.advance(2001)
  expect((await app().get('/me', { key })).status).toBe(401)
  expectRefusal(await admin.ask('DELETE', `/dashboard/api-keys/${id}`), 404, 'API key not found')
  const { data } = (await app().get(`/activity?entity_id=${id}`)).body
  expect(data).toMatchObject([
    { action: 'api_key.revoked', actor: { email: admin.user.email } },
    { action: 'api_key.created', entity_name: 'old' },
  ])
})

it('a key expires on time, and not in the past', async () => {
  const admin = await signedIn(app(), { role: 'admin' })
  const create = (ms: number) => {
    const expiresAt = new Date(app().clock.now().getTime() + ms).toISOString()
    return admin.ask('POST', '/dashboard/api-keys', { body: { name: 'short', scope: 'read', expiresAt } })
  }
  expectRefusal(await create(-1), 400, 'expiresAt: must be in the future')
  const { key } = (await create(hour)).body
  expect((await app().get('/me', { key })).status).toBe(200)
  app().clock.advance(hour)
  expect((await app().get('/me', { key })).status).toBe(401)
})

it('a key of the provision file or of others cannot be revoked', async () => {
  const [admin, other] = [await signedIn(app(), { role: 'admin' }), await signedIn(app(), { key: keys.other })]
  const provisioned = (await admin.ask('GET', '/dashboard/api-keys')).body.data.find((key: any) => key.provisioned)
  expectRefusal(await admin.ask('DELETE', `/dashboard/api-keys/${provisioned.id}`), 409, /provision file/)
  expect((await other.ask('DELETE', `/dashboard/api-keys/${provisioned.id}`)).status).toBe(404)
})
