import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { addIncident } from '../../../test/kit/resources/incidents.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { addActivity } from '../accounts/activity.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'
import { addMonitor, monitorNumberOf } from './monitors.ts'

const now = new Date('2026-03-01T12:00:00Z')
const folder = new URL('../migrations/', import.meta.url)
const file = readdirSync(folder).find((name) => name.endsWith('-step-secrets.sql'))!
const script = readFileSync(new URL(file, folder), 'utf8')
const steps = [{ name: 'Log in', url: '/', requestBody: 'hunter2' }]
const queryParams = [{ key: 'token', value: 'hunter2' }]
const sent = 'GET https://shop.example/orders?token=hunter2&page=1'

it('masks copies of steps and query parameters that earlier versions left outside configs', async () => {
  const store = await newStore()
  const organization = { name: 'one', slug: 'one', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const monitor = monitorRow(now, { type: 'api', config: { queryParams } })
  await addMonitor(store, organizationId, monitor, now)
  const events = [
    { config: { from: null, to: { steps, method: 'GET' } } },
    { config: { from: { queryParams }, to: { queryParams: [], requestHeaders: queryParams } } },
    { name: { from: 'a', to: 'b' } },
  ].map((changes) => ({ entityType: 'monitor', entityId: '1', entityName: 'Shop', action: 'monitor.updated', changes }))
  await addActivity(store, { organizationId, actor: null, events, now })
  const kept = JSON.stringify({ object: 'monitor', id: monitor.id, config: { steps, timeoutSeconds: 31 } })
  const other = JSON.stringify({ object: 'escalation_policy', steps: [1] })
  await store.run(sql`
    insert into idempotency_keys (credential_id, key, fingerprint, status, body, created_at)
    values (gen_random_uuid(), 'a', '', 201, ${kept}, ${now}), (gen_random_uuid(), 'b', '', 201, ${other}, ${now}),
      (gen_random_uuid(), 'c', '', 204, null, ${now})`)
  const evidence = JSON.stringify({
    asked: sent,
    redirects: [{ from: 'https://shop.example/?token=hunter2', status: 302 }],
  })
  const numbers = sql`select monitor_number from monitors where id = ${monitor.id}`
  await store.run(sql`
    insert into failure_evidence (monitor_number, at, location, evidence)
    values ((${numbers}), ${now}, 1, ${evidence}::json)`)
  await store.run(sql`
    insert into latest_evidence (monitor_number, at, evidence, good_evidence)
    values ((${numbers}), ${now}, ${evidence}, ${evidence})`)
  const { monitorNumber } = (await monitorNumberOf(store, organizationId, monitor.id))!
  const named = { id: monitor.id, monitorNumber, name: monitor.name, type: monitor.type }
  await addIncident(store, organizationId, { monitor: named, severity: 'critical', startedAt: now })
  const lastGood = JSON.stringify({ location: 1, evidence: JSON.parse(evidence) })
  await store.run(sql`
    update incidents set evidence = jsonb_build_array(${lastGood}::jsonb), last_good = ${lastGood}::jsonb`)

  await store.transaction(async (tx) => {
    await tx.run(sql`drop function masked_lists`)
    await tx.script(script)
  })

  const text = async (statement: ReturnType<typeof sql>) =>
    (await store.rows<{ text: string | null }>(statement)).map((row) => row.text)
  const changes = await text(sql`select changes::text as text from activity`)
  expect(changes.map((one) => JSON.parse(one!))).toEqual(
    expect.arrayContaining([
      { config: { from: null, to: { steps: '[redacted]', method: 'GET' } } },
      {
        config: {
          from: { queryParams: '[redacted]' },
          to: { queryParams: '[redacted]', requestHeaders: '[redacted]' },
        },
      },
      events[2]!.changes,
    ]),
  )
  const bodies = await text(sql`select body as text from idempotency_keys order by key`)
  expect(JSON.parse(bodies[0]!).config).toEqual({ steps: '[redacted]', timeoutSeconds: 31 })
  expect(bodies.slice(1)).toEqual([other, null])
  const seen = [
    ...(await text(sql`select evidence::text as text from failure_evidence`)),
    ...(await text(sql`select evidence || good_evidence as text from latest_evidence`)),
    ...(await text(sql`select evidence::text || last_good::text as text from incidents`)),
  ]
  expect(seen).toHaveLength(3)
  expect(seen.join()).not.toContain('hunter2')
  expect(JSON.parse(seen[0]!).asked).toBe('GET https://shop.example/orders?[redacted]')
})
