import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { addIncident } from '../../../test/kit/resources/incidents.ts'
import { newId } from '../../domain/id.ts'
import { addGroup, setPolicyOfGroup } from '../notifications/contact-groups.ts'
import type { Database } from '../database/database.ts'
import { addPolicy, deletePolicy } from './escalation-policies.ts'
import {
  endEscalations,
  lockDueEscalations,
  pullBackEscalations,
  scheduleSteps,
  startEscalations,
} from './escalations.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

async function ready() {
  const store = await newStore()
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} },
    now,
  )
  const steps = [{ delayMinutes: 5, targets: [{ type: 'channel' as const, id: 1 }] }]
  const policy = await addPolicy(store, organizationId, { name: 'Production', repeatCount: 1, steps }, now)
  const groupIds: string[] = []
  for (const name of ['Shop', 'Warehouse']) {
    const id = await addGroup(store, organizationId, { name, description: null }, now)
    await setPolicyOfGroup(store, organizationId, { id, policyId: policy.id })
    groupIds.push(id)
  }
  let rules = 0
  const incident = (): Promise<number> =>
    addIncident(store, organizationId, {
      monitor: { id: newId(now), monitorNumber: ++rules, name: 'Shop', type: 'http' },
      severity: 'critical',
      startedAt: now,
    })
  const due = (minutes: number, db: Database = store) => lockDueEscalations(db, { limit: 10, now: after(minutes) })
  return { store, organizationId, policy, groupIds, incident, due }
}

it('starts once per incident and policy, however many groups use it', async () => {
  const { store, organizationId, policy, groupIds, incident, due } = await ready()
  const incidentId = await incident()
  await startEscalations(store, [{ organizationId, incidentId, groupIds }], now)
  await startEscalations(
    store,
    [
      { organizationId, incidentId, groupIds },
      { organizationId, incidentId: await incident(), groupIds: [] },
    ],
    after(3),
  )
  expect(await due(4)).toEqual([])
  expect(await due(5)).toMatchObject([
    {
      organizationId,
      outageId: incidentId,
      step: 0,
      round: 0,
      held: false,
      dueAt: after(5),
      policy: { id: policy.id, name: 'Production', repeatCount: 1 },
    },
  ])
})

it('is advanced, ended, and deleted with its policy', async () => {
  const { store, organizationId, policy, groupIds, incident, due } = await ready()
  const [first, second, third] = [await incident(), await incident(), await incident()]
  await startEscalations(
    store,
    [first, second, third].map((incidentId) => ({ organizationId, incidentId, groupIds })),
    now,
  )
  await scheduleSteps(store, [
    { organizationId, outageId: first, policyId: policy.id, step: 0, round: 1, dueAt: after(10), held: true },
  ])
  await endEscalations(store, [{ organizationId, outageId: second, policyId: policy.id }])
  expect((await due(5)).map(({ outageId }) => outageId)).toEqual([third])
  expect(await due(10)).toMatchObject([{ outageId: third }, { outageId: first, round: 1, held: true }])
  await deletePolicy(store, organizationId, policy.id)
  expect(await due(10)).toEqual([])
})

it('skips escalations and incidents that are locked', async () => {
  const { store, organizationId, groupIds, incident, due } = await ready()
  const [first, second, third] = [await incident(), await incident(), await incident()]
  await startEscalations(
    store,
    [first, second, third].map((incidentId) => ({ organizationId, incidentId, groupIds })),
    now,
  )
  await store.transaction(async (tx) => {
    await tx.run(sql`select from incidents where id = ${second} for no key update`)
    await tx.run(sql`select from escalations where incident_id = ${third} for update`)
    expect(await store.transaction(async (other) => (await due(5, other)).map(({ outageId }) => outageId))).toEqual([
      first,
    ])
  })
})

it('is reset to the latest possible due time after the clock was set back', async () => {
  const { store, organizationId, policy, groupIds, incident, due } = await ready()
  const incidentId = await incident()
  await startEscalations(store, [{ organizationId, incidentId, groupIds }], after(60))
  expect(await pullBackEscalations(store, after(60))).toBe(0)
  expect(await pullBackEscalations(store, now)).toBe(1)
  expect(await pullBackEscalations(store, now)).toBe(0)
  expect(await due(4)).toEqual([])
  expect(await due(5)).toHaveLength(1)
  const next = { organizationId, outageId: incidentId, policyId: policy.id, step: 0, round: 1, held: false }
  await scheduleSteps(store, [{ ...next, dueAt: after(90) }])
  expect(await pullBackEscalations(store, now)).toBe(1)
  expect(await due(5)).toHaveLength(1)
  await scheduleSteps(store, [{ ...next, held: true, dueAt: after(90) }])
  expect(await pullBackEscalations(store, now)).toBe(1)
  expect(await due(1)).toHaveLength(1)
})
