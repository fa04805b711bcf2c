import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { newId } from '../../domain/id.ts'
import { createVault } from '../../domain/vault.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { sql } from '../../store/database/sql.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { addActivity, listActivity } from '../../store/accounts/activity.ts'
import { maskActivity, sealConfigs } from './seal-configs.ts'

const now = new Date('2026-03-01T12:00:00Z')
const vault = createVault(['a key of at least thirty-two characters'])

it('encrypts headers that an earlier version stored in clear, once, and keeps existing secrets', async () => {
  const store = await newStore()
  const organization = { name: 'one', slug: 'one', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const requestHeaders = [{ key: 'Authorization', value: 'hunter2' }]
  const [id, other] = [newId(now), newId(now)]
  const secrets = vault.seal(JSON.stringify({ bearerToken: 'token' }), id)
  const config = { authType: 'bearer', bearerToken: '[redacted]', requestHeaders }
  await addMonitor(store, organizationId, monitorRow(now, { id, type: 'http', config, secrets }), now)
  await addMonitor(store, organizationId, monitorRow(now, { id: other, type: 'http', config: {} }), now)
  expect(await sealConfigs(store, vault)).toBe(1)
  const row = await store.row<{ config: object; secrets: Buffer }>(
    sql`select config, secrets from monitors where id = ${id}`,
  )
  expect(row!.config).toEqual({ authType: 'bearer', bearerToken: '[redacted]', requestHeaders: '[redacted]' })
  expect(JSON.parse(vault.open(row!.secrets, id))).toEqual({ bearerToken: 'token', requestHeaders })
  expect(await sealConfigs(store, vault)).toBe(0)
})

const steps = [{ name: 'Log in', url: '/', requestBody: 'hunter2' }]

it('encrypts steps and query parameters that an earlier version wrote', async () => {
  const store = await newStore()
  const organization = { name: 'one', slug: 'one', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const [stepped, queried, rewritten] = [newId(now), newId(now), newId(now)]
  const queryParams = [{ key: 'token', value: 'hunter2' }]
  const secrets = vault.seal(JSON.stringify({ steps }), rewritten)
  const rows = [
    { id: stepped, config: { steps }, secrets: null },
    { id: queried, config: { queryParams, method: 'POST' }, secrets: null },
    { id: rewritten, config: { steps }, secrets },
  ]
  for (const row of rows) await addMonitor(store, organizationId, monitorRow(now, { type: 'api', ...row }), now)
  expect(await sealConfigs(store, vault)).toBe(3)
  const opened = async (id: string) => {
    const row = await store.row<{ config: object; secrets: Buffer }>(
      sql`select config, secrets from monitors where id = ${id}`,
    )
    return [row!.config, JSON.parse(vault.open(row!.secrets, id))]
  }
  expect(await opened(stepped)).toEqual([{ steps: '[redacted]' }, { steps }])
  expect(await opened(queried)).toEqual([{ queryParams: '[redacted]', method: 'POST' }, { queryParams }])
  expect(await opened(rewritten)).toEqual([{ steps: '[redacted]' }, { steps }])
  expect(await sealConfigs(store, vault)).toBe(0)
})

it('skips a monitor whose secrets no key decrypts', async () => {
  const store = await newStore()
  const organization = { name: 'one', slug: 'one', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const [lost, other] = [newId(now), newId(now)]
  const secrets = createVault(['another key of at least thirty-two characters']).seal('{"bearerToken":"x"}', lost)
  const config = { steps, bearerToken: '[redacted]' }
  await addMonitor(store, organizationId, monitorRow(now, { type: 'api', id: lost, config, secrets }), now)
  await addMonitor(store, organizationId, monitorRow(now, { type: 'api', id: other, config: { steps } }), now)
  await sealConfigs(store, vault)
  const rows = await store.rows<{ config: object; secrets: Buffer }>(
    sql`select config, secrets from monitors order by id = ${other}`,
  )
  expect(rows[0]).toEqual({ config, secrets })
  expect(rows[1]?.config).toEqual({ steps: '[redacted]' })
})

it('masks what a replica of an earlier version wrote to the activity log', async () => {
  const store = await newStore()
  const organization = { name: 'one', slug: 'one', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const event = (changes: Record<string, unknown>, entityType = 'monitor') => ({
    entityType,
    entityId: '1',
    entityName: 'Shop',
    action: 'monitor.updated',
    changes,
  })
  const name = { from: 'a', to: 'b' }
  const events = [
    event({ name, config: { from: null, to: { steps, method: 'GET' } } }),
    event({ config: { from: { requestHeaders: [1], steps }, to: { queryParams: [] } } }),
    event({ name }),
    event({ config: { from: null, to: { steps: '[redacted]' } } }),
    event({ config: { from: null, to: { steps: [1] } } }, 'escalation_policy'),
  ]
  await addActivity(store, { organizationId, actor: null, events, now })
  expect(await maskActivity(store, now)).toBe(2)
  expect(await maskActivity(store, now)).toBe(0)
  const listed = await listActivity(store, organizationId, { filter: {}, after: undefined, limit: 10 })
  const mask = '[redacted]'
  const changes = listed.map((one) => JSON.stringify(one.changes)).sort()
  expect(changes.join()).not.toContain('hunter2')
  expect(listed.map((one) => one.changes)).toEqual(
    expect.arrayContaining([
      { name, config: { from: null, to: { steps: mask, method: 'GET' } } },
      { config: { from: { requestHeaders: mask, steps: mask }, to: { queryParams: mask } } },
      ...events.slice(2).map((one) => one.changes),
    ]),
  )
})
