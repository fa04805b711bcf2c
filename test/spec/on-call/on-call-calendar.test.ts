import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../src/domain/caller.ts'
import { getMyCalendar, renewMyCalendar } from '../../../src/operations/on-call/my-calendar.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { eventsIn, linesIn, momentOf } from '../../kit/resources/icalendar.ts'
import { lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { newDatabase } from '../../kit/lapwing/database.ts'
import { proxyTo } from '../../kit/lapwing/proxy.ts'
import { quiet } from '../../kit/log.ts'
import { type Fields, expectRefusal } from '../../kit/resources/monitors.ts'
import { crew, makeSchedule, peopleOf } from '../../kit/people/on-call.ts'
import { visit } from '../../kit/people/signed-in.ts'

const app = sharedLapwing({ provision: crew })
let dashboard: Dashboard
let people: Record<string, User>
beforeAll(async () => {
  dashboard = dashboardOf(app())
  people = await peopleOf(app())
})

const day = 86_400_000
const layer = (fields: Fields = {}): Fields => ({
  name: 'Days',
  rotation: 'daily',
  handoffAt: '09:00',
  startsAt: '2026-01-01T09:00:00Z',
  userIds: [people['ada']!.id, people['ben']!.id],
  ...fields,
})
const read = async (
  url: string,
): Promise<{ status: number; headers: Headers; text: string; events: Record<string, string>[] }> => {
  const { status, headers, ...response } = await fetch(url).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }))
  return { status, headers, ...response, events: eventsIn(response.text) }
}

describe('the calendar of a schedule', () => {
  it('is RFC 5545, for programs and not for search engines', async () => {
    const { calendar_url } = await makeSchedule(app(), { layers: [layer()] })
    const { status, headers, text } = await read(calendar_url)
    expect([status, headers.get('content-type'), headers.get('x-robots-tag')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'noindex',
    ])
    expect(text).not.toMatch(/[^\r]\n/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(linesIn(text).slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', expect.stringMatching(/^PRODID:/)])
    expect(linesIn(text).at(-1)).toBe('END:VCALENDAR')
  })

  it('has the complete shifts of the last seven and the next 92 days, as in the API', async () => {
    const { id, calendar_url } = await makeSchedule(app(), { layers: [layer()] })
    const now = app().clock.now().getTime()
    const { events } = await read(calendar_url)
    const span = `from=${new Date(now).toISOString()}&until=${new Date(now + 92 * day).toISOString()}`
    const { data } = (await app().get(`/on-call-schedules/${id}/shifts?${span}`)).body
    const shown = events.map((event) => ({
      summary: event['SUMMARY'],
      from: momentOf(event['DTSTART']),
      to: momentOf(event['DTEND']),
    }))
    expect(shown.filter(({ to }) => to.getTime() > now).map(({ summary }) => summary)).toEqual(
      data.map(({ user }: any) => `On call: ${user.name} (Primary)`),
    )
    expect(shown[0]!.from.getTime()).toBeLessThanOrEqual(now - 7 * day)
    expect(shown[0]!.to.getTime()).toBeGreaterThan(now - 7 * day)
    for (const { from, to } of shown) expect(to.getTime() - from.getTime()).toBe(day)
  })

  it('keeps the id of a shift every day, and counts its revisions', async () => {
    const { id, calendar_url } = await makeSchedule(app(), {
      layers: [layer(), layer({ name: 'Always', userIds: [people['cleo']!.id] })],
    })
    const uids = async (): Promise<(string | undefined)[]> =>
      (await read(calendar_url)).events.map((event) => event['UID'])
    const before = (await read(calendar_url)).events
    // A person who is always on call has one shift without an end.
    expect(before).toMatchObject([{ SUMMARY: 'On call: Cleo (Primary)', SEQUENCE: '0' }])
    app().clock.advance(3 * day)
    expect(await uids()).toEqual(before.map((event) => event['UID']))
    const [starts, ends] = ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z']
    const override = { userId: people['ben']!.id, startsAt: starts, endsAt: ends, reason: 'Swap; with cake, of course' }
    await app().post(`/on-call-schedules/${id}/overrides`, override)
    const after = (await read(calendar_url)).events
    expect(after.map((event) => [event['SEQUENCE'], event['DTSTAMP']?.slice(0, 8)])).toEqual(
      Array.from({ length: 3 }, () => ['1', '20260304']),
    )
    expect(after[1]).toMatchObject({
      SUMMARY: 'On call: Ben (Primary)',
      DTSTART: '20260310T000000Z',
      DESCRIPTION: 'Swap; with cake, of course',
    })
    expect(new Set(after.map((event) => event['UID'])).size).toBe(3)
    expect(await uids()).toEqual(after.map((event) => event['UID']))
  })

  it('escapes names', async () => {
    const { calendar_url } = await makeSchedule(app(), { name: 'A;B, C\\D', layers: [layer()] })
    const { text, events } = await read(calendar_url)
    expect(linesIn(text)).toContain('X-WR-CALNAME:A\\;B\\, C\\\\D on call')
    expect(events[0]!['SUMMARY']).toMatch(/ \(A;B, C\\D\)$/)
  })

  it.each([
    '4f1d2c3b5a69788796a5b4c3d2e1f001.ics',
    'x.ics',
    '4f1d2c3b5a69788796a5b4c3d2e1f001',
    '%00.ics',
    `${'a'.repeat(50)}.ics`,
  ])('is 404 for an unknown token: %s', async (file) => {
    expect((await read(`${app().origin}/calendar/on-call/${file}`)).status).toBe(404)
  })

  it('is deleted with its schedule', async () => {
    const { id, calendar_url } = await makeSchedule(app())
    expect((await read(calendar_url)).events).toEqual([])
    await app().ask('DELETE', `/on-call-schedules/${id}`)
    expect((await read(calendar_url)).status).toBe(404)
  })
})

describe('the calendar of a user', () => {
  it('has their own shifts of all schedules', async () => {
    await makeSchedule(app(), {
      name: 'First',
      layers: [
        layer({
          startsAt: '2026-03-20T09:00:00Z',
          endsAt: '2026-03-24T09:00:00Z',
          userIds: [people['cleo']!.id, people['ben']!.id],
        }),
      ],
    })
    await makeSchedule(app(), {
      name: 'Second',
      layers: [
        layer({ startsAt: '2026-03-20T09:00:00Z', endsAt: '2026-03-21T09:00:00Z', userIds: [people['cleo']!.id] }),
      ],
    })
    const { body } = await dashboard.ask(getMyCalendar, { user: people['cleo'] })
    const { status, events } = await read(body.url)
    expect(status).toBe(200)
    const theirs = events
      .filter((event) => event['SUMMARY'] !== 'On call: Primary')
      .map((event) => [event['SUMMARY'], event['DTSTART'], event['DTEND']])
    expect(theirs).toEqual([
      ['On call: First', '20260320T090000Z', '20260321T090000Z'],
      ['On call: First', '20260322T090000Z', '20260323T090000Z'],
      ['On call: Second', '20260320T090000Z', '20260321T090000Z'],
    ])
  })

  it('can get a new address, and is not available to keys', async () => {
    const before = (await dashboard.ask(getMyCalendar, { user: people['ada'] })).body.url
    expect((await dashboard.ask(getMyCalendar, { user: people['ben'] })).body.url).not.toBe(before)
    const after = (await dashboard.ask(renewMyCalendar, { user: people['ada'] })).body.url
    expect([(await read(before)).status, (await read(after)).status]).toEqual([404, 200])
    expectRefusal(await visit(app(), 'GET', getMyCalendar.path), 401, 'Sign in first')
  })
})

it('sends at most sixty calendars a minute to one client', async () => {
  app().clock.advance(2 * 60_000)
  const url = `${app().origin}/calendar/on-call/nothing.ics`
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await read(url)).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429])
  app().clock.advance(61_000)
  expect((await read(url)).status).toBe(404)
})

it('does not log its address while the database is unreachable', async () => {
  const database = await proxyTo(await newDatabase())
  const lines: string[] = []
  const log = { ...quiet, error: (...line: unknown[]) => void lines.push(JSON.stringify(line)) }
  const own = await lapwing({ database: database.connection, log })
  await database.cut()
  const token = 'a'.repeat(32)
  const { status, text } = await read(`${own.origin}/calendar/on-call/${token}.ics`)
  expect([status, text]).toEqual([503, expect.stringContaining('temporarily unavailable')])
  expect(lines.filter((line) => line.includes('calendar request failed'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes(token))).toEqual([])
  await database.mend()
})
