import { expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()
const minuteMs = 60_000
const inMinutes = (minutes: number): string => new Date(app().clock.now().getTime() + minutes * minuteMs).toISOString()

async function plan(fields: object): Promise<string> {
  const { status, body, text } = await app().post('/maintenance-windows', { name: 'Upgrade', ...fields })
  expect(status, text).toBe(201)
  return body.id
}

const occurrencesOf = async (id: string, from: string, until: string): Promise<{ starts: string; ends: string }[]> => {
  const { ask } = await signedIn(app())
  const { body } = await ask('GET', `/dashboard/maintenance/occurrences?from=${from}&until=${until}`)
  return body.data
    .filter((one: { window_id: string }) => one.window_id === id)
    .map((one: { starts_at: string; ends_at: string }) => ({ starts: one.starts_at, ends: one.ends_at }))
}

it('occurrences are listed from their start to their end, with how many monitors they cover', async () => {
  const { ask } = await signedIn(app())
  await make(app(), { tags: ['db'] })
  await make(app(), { tags: ['web'] })
  const startsAt = inMinutes(-30)
  const id = await plan({ startsAt, durationMinutes: 60, recurrence: 'daily', monitorTags: ['db'] })
  const span = `from=${inMinutes(0)}&until=${inMinutes(1440)}`
  const { body } = await ask('GET', `/dashboard/maintenance/occurrences?${span}`)
  const own = body.data.filter((one: { window_id: string }) => one.window_id === id)
  expect(own).toHaveLength(2)
  expect(own[0]).toMatchObject({ starts_at: startsAt, ends_at: inMinutes(30), monitors: 1, everything: false })
  const tooLong = await ask('GET', `/dashboard/maintenance/occurrences?from=${inMinutes(0)}&until=2027-01-01T00:00:00Z`)
  expect(tooLong.body.error.message).toContain('at most 92 days')
})

it('a preview says what a plan covers, its next dates and how much of the past it excludes', async () => {
  const { ask } = await signedIn(app(), { role: 'viewer' })
  const body = { startsAt: inMinutes(-1470), durationMinutes: 60, recurrence: 'daily', monitorTags: ['db'] }
  const preview = await ask('POST', '/dashboard/maintenance/preview', { body })
  expect(preview.body).toMatchObject({ everything: false, monitors: 1, past: 2 })
  expect(preview.body.names).toHaveLength(1)
  expect(preview.body.next).toHaveLength(5)
  expect(preview.body.next[0]).toEqual({ starts_at: inMinutes(-30), ends_at: inMinutes(30) })
  const all = await ask('POST', '/dashboard/maintenance/preview', { body: { ...body, monitorTags: [] } })
  expect(all.body).toMatchObject({ everything: true, monitors: 2 })
})

it('ending a window ends this occurrence only, at any minute of it', async () => {
  const { ask } = await signedIn(app())
  const startsAt = inMinutes(-2)
  const id = await plan({ startsAt, durationMinutes: 60, recurrence: 'daily' })
  expect((await ask('POST', `/maintenance-windows/${id}/end`)).status).toBe(200)
  const [now, later] = [inMinutes(0), inMinutes(2880)]
  app().clock.advance(1)
  expect(await occurrencesOf(id, inMinutes(-60), later)).toEqual([
    { starts: startsAt, ends: now },
    { starts: expect.any(String), ends: expect.any(String) },
    { starts: expect.any(String), ends: expect.any(String) },
  ])
  expect((await ask('POST', `/maintenance-windows/${id}/end`)).status).toBe(409)
  const planned = { windowId: id, startsAt, durationMinutes: 60, recurrence: 'daily' }
  const next = async (body: object): Promise<string> =>
    (await ask('POST', '/dashboard/maintenance/preview', { body })).body.next[0].starts_at
  expect(await next(planned)).not.toBe(startsAt)
  expect(await next({ ...planned, durationMinutes: 90 })).toBe(startsAt)
  const { body } = await ask('GET', '/dashboard/now')
  expect(body.maintenance.map((one: { id: string }) => one.id)).not.toContain(id)
  await ask('PATCH', `/maintenance-windows/${id}`, { body: { durationMinutes: 90 } })
  expect((await occurrencesOf(id, inMinutes(-60), inMinutes(60)))[0]!.ends).toBe(
    new Date(Date.parse(startsAt) + 90 * minuteMs).toISOString(),
  )
})
