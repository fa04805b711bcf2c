import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { newId } from '../../domain/id.ts'
import { createVault } from '../../domain/vault.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { sql } from '../../store/database/sql.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { sealConfigs } from './seal-configs.ts'

const now = new Date('2026-03-01T12:00:00Z')
const vault = createVault(['a key of at least thirty-two characters'])

it('encrypts headers that an earlier version kept readable, beside the secrets that are there, once', async () => {
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
