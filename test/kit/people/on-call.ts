// People who can be on call, and what tests of that ask for again and again.
import { expect } from 'vitest'
import type { User } from '../../../src/domain/caller.ts'
import { type Answered, type Ask, type TestLapwing, keys } from '../lapwing/lapwing.ts'
import type { Fields } from '../resources/monitors.ts'

export const limitedKey = 'lw_test_limited_0123456789abcd'

/** Acme with three people, Other with one, and one whose plan allows one of each thing. */
export const crew = `
organizations:
  - name: Acme
    apiKeys:
      - { name: rw, scope: write, key: ${keys.write} }
      - { name: ro, scope: read, key: ${keys.read} }
    users:
      - { name: Ada, email: ada@example.com, role: owner }
      - { name: Ben, email: ben@example.com }
      - { name: Cleo, email: cleo@example.com }
  - name: Other
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
    users: [ { name: Oscar, email: oscar@example.com, role: owner } ]
  - name: Limited
    plan: starter
    limits: { api_requests_per_minute: -1 }
    apiKeys: [ { name: rw, scope: write, key: ${limitedKey} } ]
    users: [ { name: Lena, email: lena@example.com, role: owner } ]
locations:
  - { slug: fra, name: Frankfurt, city: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`

/** The people of an organization by their first names. */
export async function peopleOf(app: TestLapwing, ask: Ask = {}): Promise<Record<string, User>> {
  const { data } = (await app.get('/users?limit=100', ask)).body
  return Object.fromEntries(data.map((user: User) => [user.name.toLowerCase(), user]))
}

/** Acme's people as tests name them. */
export async function crewOf(app: TestLapwing) {
  const people = await peopleOf(app)
  const [ada, ben, cleo] = [people['ada']!.id, people['ben']!.id, people['cleo']!.id]
  return {
    ada,
    ben,
    cleo,
    /** As the API shows them. */
    shown: (name: string) => ({ user_id: people[name]!.id, name: people[name]!.name, email: people[name]!.email }),
    /** A layer in which they take turns at nine; on the first of March at noon it is Cleo's. */
    daily: (fields: Fields = {}): Fields => ({
      name: 'Days',
      rotation: 'daily',
      handoffAt: '09:00',
      startsAt: '2026-02-27T09:00:00Z',
      userIds: [ada, ben, cleo],
      ...fields,
    }),
  }
}

export type Crew = Awaited<ReturnType<typeof crewOf>>

/** Asks for a schedule; each is a millisecond younger than the one before. */
export function createSchedule(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<Answered> {
  app.clock.advance(1)
  return app.post('/on-call-schedules', { name: 'Primary', ...fields }, ask)
}

export async function makeSchedule(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const answer = await createSchedule(app, fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export async function makePolicy(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<any> {
  app.clock.advance(1)
  const answer = await app.post('/escalation-policies', { name: 'Production', ...fields }, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** One step that pages these targets at once. */
export const atOnce = (...targets: object[]) => [{ delayMinutes: 0, targets }]
