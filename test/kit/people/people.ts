// What tests of contacts and their groups ask for again and again.
import { expect } from 'vitest'
import type { Answered, Ask, TestLapwing } from '../lapwing/lapwing.ts'
import type { Fields } from '../resources/monitors.ts'

let made = 0

/** Asks for a contact with an address of its own; each is a millisecond younger than the one before. */
export function createContact(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<Answered> {
  app.clock.advance(1)
  return app.post('/contacts', { name: 'Ada', email: `person-${++made}@example.com`, ...fields }, ask)
}

export async function makeContact(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const answer = await createContact(app, fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** Asks for a group with a name of its own; each is a millisecond younger than the one before. */
export function createGroup(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<Answered> {
  app.clock.advance(1)
  return app.post('/contact-groups', { name: `Group ${++made}`, ...fields }, ask)
}

export async function makeGroup(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const answer = await createGroup(app, fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export async function defaultGroup(app: TestLapwing, ask: Ask = {}): Promise<any> {
  const { data } = (await app.get('/contact-groups?limit=100', ask)).body
  return data.find((group: { is_default: boolean }) => group.is_default)
}

/** What the activity log has of one thing, newest first. */
export async function activityOf(app: TestLapwing, id: string | number): Promise<any[]> {
  return (await app.get(`/activity?entity_id=${id}`)).body.data
}
