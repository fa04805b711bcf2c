import { expect, it } from 'vitest'
import {
  createStreamLimits,
  maxStreamsPerOrganization,
  maxStreamsPerPerson,
  maxStreamsPerSession,
} from './stream-limits.ts'

const owner = (session: number, user = 0, organization = 0) => ({
  sessionId: `s${session}`,
  userId: `u${user}`,
  organizationId: `o${organization}`,
})

it('limits the streams of a session, a person and an organization', () => {
  const take = createStreamLimits()
  for (let n = 0; n < maxStreamsPerSession; n++) take(owner(0))
  expect(() => take(owner(0))).toThrow(/16 event streams are open for this session/)
  for (let n = maxStreamsPerSession; n < maxStreamsPerPerson; n++) take(owner(n))
  expect(() => take(owner(99))).toThrow(/64 event streams are open for your account/)
  for (let n = maxStreamsPerPerson; n < maxStreamsPerOrganization; n++) take(owner(n, n))
  expect(() => take(owner(2000, 2000))).toThrow(/1000 event streams are open for your organization/)
  take(owner(3000, 3000, 1))
})

it('frees a slot once, even if it is released twice', () => {
  const take = createStreamLimits()
  const places = Array.from({ length: maxStreamsPerSession }, () => take(owner(0)))
  places[0]!()
  places[0]!()
  take(owner(0))
  expect(() => take(owner(0))).toThrow(expect.objectContaining({ headers: { 'retry-after': '60' } }))
})
