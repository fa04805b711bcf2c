// One real thing of each collection that the API can fill, and bodies that refer to them.
import type { Operation } from '../../../src/operations/registry/define.ts'
import { keptArtifact } from '../resources/artifacts.ts'
import { openIncident } from '../resources/incidents.ts'
import type { TestLapwing } from './lapwing.ts'
import { logged } from '../resources/notifications.ts'

/** Where the ids that a body refers to come from. A new kind of reference is a line here. */
const references: Record<string, string> = {
  locations: '/locations',
  monitorIds: '/monitors',
  monitorId: '/monitors',
  contactIds: '/contacts',
  groupIds: '/contact-groups',
  contactGroupId: '/contact-groups',
  contactGroupIds: '/contact-groups',
  userId: '/users',
  userIds: '/users',
  escalationPolicyId: '/escalation-policies',
}

/** Ids by the path of their collection. */
export type Real = Map<string, string>

type PathOf = (operation: Operation) => string

/** Makes one of each; `pathOf` says where, once those are there that the path names. */
export async function makeOneOfEach(
  app: TestLapwing,
  operations: readonly Operation[],
  { real, pathOf }: { real: Real; pathOf: PathOf },
): Promise<void> {
  const { data } = (await app.get('/locations')).body
  real.set('/locations', data[0].id)
  real.set('/users', (await app.get('/users')).body.data[0].id)
  // Only checks open an incident.
  real.set('/incidents', String((await openIncident(app)).id))
  // Only messengers write the delivery log.
  real.set('/notifications', String(await logged(app, { status: 'failed' })))
  // Only checks leave something behind.
  real.set('/artifacts', (await keptArtifact(app)).id!)
  // Only a year of outages leads to a proposal; this one is gone.
  real.set('/dependency-proposals', '5f0c1d7e-9a3b-88c6-8d21-0b6f3c9e7a54')
  const isMaking = ({ responses }: Operation): boolean => 201 in responses || 202 in responses
  const isCollection = ({ path }: Operation): boolean => operations.some((one) => one.path.startsWith(`${path}/{`))
  const creating = operations.filter((one) => one.method === 'POST' && isMaking(one) && isCollection(one))
  for (const operation of creating.toSorted((a, b) => a.path.length - b.path.length)) {
    const { status, body } = await app.post(pathOf(operation), withReal(real, operation.bodyExample))
    if (status !== 201 && status !== 202)
      throw new Error(`the bodyExample of ${operation.id} must be usable as it is: ${JSON.stringify(body)}`)
    real.set(operation.path, String(body.id ?? body.host))
  }
}

/** The same with ids of what is there. */
export function withReal(real: Real, value: unknown, name = ''): any {
  const id = real.get(references[name] ?? '')
  if (id !== undefined && typeof value === 'string') return id
  if (id !== undefined && Array.isArray(value)) return [id]
  if (Array.isArray(value)) return value.map((part) => withReal(real, part))
  if (value === null || typeof value !== 'object') return value
  const schedule = real.get('/on-call-schedules')
  if (schedule !== undefined && 'type' in value && value.type === 'schedule') return { ...value, id: Number(schedule) }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withReal(real, part, key)]))
}
