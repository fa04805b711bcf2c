import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { newId } from '../../domain/id.ts'
import { type RuleDraft, addRules, changeRules, deleteRules, findRule, listRules } from './alert-rules.ts'
import { addMonitor, deleteMonitors } from './monitors.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'

const store = sharedStore()
const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T13:00:00Z')

const slow: RuleDraft = {
  name: 'Slow',
  metric: 'response_time',
  metricKey: 'http.response_time_ms',
  operator: '>',
  value: '2000',
  severity: 'warning',
  failureThreshold: 3,
  minFailedProbes: 2,
  durationWindow: 60,
  clearAfter: 3,
  enabled: false,
  systemName: 'Slow answers',
  contactGroupId: null,
}

let organizationId = ''
beforeAll(async () => {
  organizationId = (await putOrganization(store(), { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} }, now))
    .id
})

async function newMonitor(): Promise<{ organizationId: string; monitorId: string }> {
  const monitor = monitorRow(now)
  await addMonitor(store(), organizationId, monitor, now)
  return { organizationId, monitorId: monitor.id }
}

async function newGroup(name: string): Promise<string> {
  const id = newId(now)
  await store().run(sql`
    insert into contact_groups (organization_id, id, name, created_at, updated_at)
    values (${organizationId}, ${id}, ${name}, ${now}, ${now})`)
  return id
}

describe('alert rules', () => {
  it('are read in the order they were added, with a number and a version', async () => {
    const of = await newMonitor()
    const names = Array.from({ length: 20 }, (_, index) => `rule ${19 - index}`)
    const ids = await addRules(
      store(),
      of,
      names.map((name) => ({ ...slow, name, metricKey: name })),
      now,
    )
    const rules = await listRules(store(), of)
    expect(rules.map(({ name }) => name)).toEqual(names)
    expect(rules.map(({ id }) => id)).toEqual(ids)
    expect(rules.map(({ ruleId }) => ruleId)).toEqual(rules.map(({ ruleId }) => ruleId).toSorted((a, b) => a - b))
    expect(rules[0]).toEqual({
      id: ids[0],
      ruleId: expect.any(Number),
      monitorId: of.monitorId,
      name: 'rule 19',
      metric: 'response_time',
      metricKey: 'rule 19',
      operator: '>',
      value: '2000',
      severity: 'warning',
      failureThreshold: 3,
      minFailedProbes: 2,
      durationWindow: 60,
      clearAfter: 3,
      enabled: false,
      systemName: 'Slow answers',
      contactGroup: null,
      contactGroupId: null,
      usual: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
  })

  it('are paged by position and limit', async () => {
    const of = await newMonitor()
    await addRules(
      store(),
      of,
      ['a', 'b', 'c'].map((name) => ({ ...slow, name, metricKey: name })),
      now,
    )
    const [first] = await listRules(store(), of)
    expect((await listRules(store(), of, { after: first!.ruleId, limit: 1 })).map(({ name }) => name)).toEqual(['b'])
    expect((await listRules(store(), of, { after: first!.ruleId })).map(({ name }) => name)).toEqual(['b', 'c'])
  })

  it('get a new version with each change, and keep their origin', async () => {
    const of = await newMonitor()
    const [id = ''] = await addRules(store(), of, [slow], now)
    const draft: RuleDraft = {
      ...slow,
      name: 'Slower',
      value: '9',
      severity: 'info',
      enabled: true,
      systemName: 'Something else',
      clearAfter: 1,
    }
    await changeRules(store(), organizationId, [{ monitorId: of.monitorId, id, draft }], later)
    await changeRules(store(), organizationId, [{ monitorId: of.monitorId, id, draft }], later)
    expect(await findRule(store(), of, id)).toMatchObject({
      name: 'Slower',
      value: '9',
      severity: 'info',
      enabled: true,
      systemName: 'Slow answers',
      clearAfter: 1,
      version: 3,
      createdAt: now,
      updatedAt: later,
    })
  })

  it('are unique per metric and severity', async () => {
    const of = await newMonitor()
    await addRules(store(), of, [slow], now)
    await expect(addRules(store(), of, [slow], now)).rejects.toThrow('one_rule_per_metric_and_severity')
    await addRules(store(), of, [{ ...slow, severity: 'critical' }], now)
    await addRules(store(), await newMonitor(), [slow], now)
  })

  it('include the name of their contact group, and lose it when it is deleted', async () => {
    const of = await newMonitor()
    const group = await newGroup('Ops')
    const [id = ''] = await addRules(store(), of, [{ ...slow, contactGroupId: group }], now)
    expect((await findRule(store(), of, id))?.contactGroup).toEqual({ id: group, name: 'Ops' })
    await store().run(sql`delete from contact_groups where id = ${group}`)
    expect(await findRule(store(), of, id)).toMatchObject({ contactGroup: null, name: 'Slow' })
  })

  it('belong to one monitor of one organization', async () => {
    const [of, other] = [await newMonitor(), await newMonitor()]
    const [id = ''] = await addRules(store(), of, [slow], now)
    for (const wrong of [other, { ...of, organizationId: randomUUID() }]) {
      expect(await findRule(store(), wrong, id)).toBeUndefined()
      expect(await listRules(store(), wrong)).toEqual([])
      const rule = { monitorId: wrong.monitorId, id }
      await changeRules(store(), wrong.organizationId, [{ ...rule, draft: { ...slow, name: 'stolen' } }], now)
      await deleteRules(store(), wrong.organizationId, [rule])
    }
    expect(await findRule(store(), of, id)).toMatchObject({ name: 'Slow', version: 1 })
    await deleteRules(store(), organizationId, [{ monitorId: of.monitorId, id }])
    expect(await listRules(store(), of)).toEqual([])
  })

  it('are deleted with their monitor', async () => {
    const of = await newMonitor()
    await addRules(store(), of, [slow], now)
    await deleteMonitors(store(), organizationId, [of.monitorId])
    expect(await store().rows(sql`select from alert_rules where monitor_id = ${of.monitorId}`)).toEqual([])
  })

  it('of a monitor are found through an index', async () => {
    const { monitorId } = await newMonitor()
    // With few rules every index is equally good, and the choice depends on earlier content of the table.
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...slow, metricKey: `metric ${n}` }))
    await addRules(store(), await newMonitor(), many, now)
    await store().script('analyze alert_rules')
    const lines = await store().transaction(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      return tx.rows<Record<'QUERY PLAN', string>>(sql`
        explain select from alert_rules where organization_id = ${organizationId} and monitor_id = ${monitorId}`)
    })
    expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toContain('one_rule_per_metric_and_severity')
  })
})
