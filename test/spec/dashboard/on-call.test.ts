import { expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { atOnce, crew, crewOf, makePolicy, makeSchedule } from '../../kit/people/on-call.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing({ provision: crew })
const span = { from: '2026-03-01T09:00:00Z', until: '2026-03-04T09:00:00Z' }
const who = (shifts: { user: { name: string }; starts_at: string }[]): string[] =>
  shifts.map(({ user, starts_at: at }) => `${user.name} ${at.slice(5, 16)}`)

it('a calendar has the layers, the overrides, who is paged and the gaps', async () => {
  const { ask } = await signedIn(app(), { role: 'viewer' })
  const { daily, ben } = await crewOf(app())
  const { id } = await makeSchedule(app(), { layers: [daily({ endsAt: '2026-03-03T09:00:00Z' })] })
  const cover = { userId: ben, startsAt: '2026-03-02T12:00:00Z', endsAt: '2026-03-02T18:00:00Z', reason: 'Dentist' }
  expect((await app().post(`/on-call-schedules/${id}/overrides`, cover)).status).toBe(201)
  const { body } = await ask('GET', `/dashboard/on-call/${id}/calendar?from=${span.from}&until=${span.until}`)
  expect(body.layers.map(({ shifts }: any) => who(shifts))).toEqual([['Cleo 03-01T09:00', 'Ada 03-02T09:00']])
  expect(body.overrides).toMatchObject([{ reason: 'Dentist', user: { name: 'Ben' } }])
  expect(who(body.shifts)).toEqual(['Cleo 03-01T09:00', 'Ada 03-02T09:00', 'Ben 03-02T12:00', 'Ada 03-02T18:00'])
  expect(body.gaps).toEqual([{ starts_at: '2026-03-03T09:00:00.000Z', ends_at: '2026-03-04T09:00:00.000Z' }])
  expect(
    (await ask('GET', `/dashboard/on-call/${id + 99}/calendar?from=${span.from}&until=${span.until}`)).status,
  ).toBe(404)
})

it('a draft is shown with the overrides of the schedule that it changes, and not saved', async () => {
  const { ask } = await signedIn(app())
  const { daily, ada, ben } = await crewOf(app())
  const { id } = await makeSchedule(app(), { layers: [daily()] })
  const cover = { userId: ben, startsAt: '2026-03-02T12:00:00Z', endsAt: '2026-03-02T18:00:00Z' }
  await app().post(`/on-call-schedules/${id}/overrides`, cover)
  const body = { scheduleId: id, timezone: 'UTC', layers: [daily({ userIds: [ada] })], ...span }
  const draft = await ask('POST', '/dashboard/on-call/preview', { body })
  expect(who(draft.body.shifts)).toEqual(['Ada 03-01T09:00', 'Ben 03-02T12:00', 'Ada 03-02T18:00'])
  expect((await app().get(`/on-call-schedules/${id}`)).body.layers[0].users).toHaveLength(3)
  const unsaved = await ask('POST', '/dashboard/on-call/preview', { body: { ...body, scheduleId: undefined } })
  expect(who(unsaved.body.shifts)).toEqual(['Ada 03-01T09:00'])
  const stranger = { ...body, layers: [daily({ userIds: ['0198c5a2-c001-7f00-8a11-0f1e2d3c4b5a'] })] }
  expect((await ask('POST', '/dashboard/on-call/preview', { body: stranger })).status).toBe(400)
})

it('a policy says who it would page now, who not and why, and which groups use it', async () => {
  const { ask } = await signedIn(app())
  const { daily, ada } = await crewOf(app())
  const { id } = await makeSchedule(app(), { layers: [daily()] })
  const own = await ask('POST', '/dashboard/contact-methods', { body: { type: 'ntfy', config: { topic: 'ada' } } })
  expect(own.body.last_delivery).toBe(null)
  const steps = [...atOnce({ type: 'schedule', id }), { delayMinutes: 5, targets: [{ type: 'user', id: ada }] }]
  const policy = await makePolicy(app(), { steps })
  const group = await app().post('/contact-groups', { name: 'Night', escalationPolicyId: policy.id })
  const { body } = await ask('GET', `/dashboard/escalation-policies/${policy.id}/reach`)
  expect(body.groups).toEqual([{ id: group.body.id, name: 'Night' }])
  expect(body.steps[0].targets[0]).toMatchObject({ name: 'Primary', pages: [] })
  expect(body.steps[0].targets[0].missed[0]).toContain('Cleo would not be paged')
  expect(body.steps[1]).toMatchObject({ after_minutes: 5, targets: [{ pages: ['Ada'], missed: [] }] })
})
