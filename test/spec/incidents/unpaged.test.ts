// An incident that paged nobody says why.
import { expect, it } from 'vitest'
import { getIncidentContext } from '../../../src/operations/incidents/context.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { readyToEscalate } from '../../kit/people/escalations.ts'
import { atOnce, makePolicy } from '../../kit/people/on-call.ts'
import { makeGroup } from '../../kit/people/people.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { make } from '../../kit/resources/monitors.ts'

const minute = 60_000

it('says why nobody was paged', async () => {
  const { app, ada, phone, alarm, settle } = await readyToEscalate()
  const target = { type: 'user', id: ada.id }
  const dashboard = dashboardOf(app)
  const reasonOf = async (id: number): Promise<string | null> =>
    (await dashboard.ask(getIncidentContext, { id: String(id) })).body.unpaged_reason
  const unreachable = await alarm(atOnce(target))
  expect(await reasonOf(unreachable.id)).toBe('unreachable')
  await phone(ada)
  const paged = await alarm(atOnce(target))
  const soon = await alarm([{ delayMinutes: 5, targets: [target] }])
  expect([await reasonOf(paged.id), await reasonOf(soon.id)]).toEqual([null, null])
  await app.post(`/incidents/${soon.id}/acknowledge`)
  await settle()
  expect(await reasonOf(soon.id)).toBe('ended')

  const { id: group } = await makeGroup(app)
  const failing = async (fields: object): Promise<number> => {
    const { id } = await make(app, { config: { notificationGroupIds: [group] }, ...fields })
    return (await fail(app, id)).id
  }
  const unescalated = await failing({})
  expect(await reasonOf(unescalated), 'before it was routed').toBeNull()
  await settle()
  expect(await reasonOf(unescalated)).toBe('no_policy')
  const policy = await makePolicy(app, { steps: atOnce(target) })
  await app.ask('PATCH', `/contact-groups/${group}`, { body: { escalationPolicyId: policy.id } })
  expect(await reasonOf(unescalated)).toBe('before_policy')

  const shadow = await failing({ shadow: true })
  const startsAt = new Date(app.clock.now().getTime() - minute).toISOString()
  await app.post('/maintenance-windows', { name: 'Move', startsAt, durationMinutes: 60, monitorTags: ['moving'] })
  const moving = await failing({ tags: ['moving'] })
  const parent = await make(app, { name: 'Router', config: { notificationGroupIds: [group] } })
  await fail(app, parent.id)
  await settle()
  const child = await failing({ dependsOn: { monitors: [parent.id] } })
  await settle()
  expect([await reasonOf(shadow), await reasonOf(moving), await reasonOf(child)]).toEqual([
    'shadow',
    'maintenance',
    'dependency',
  ])
})
