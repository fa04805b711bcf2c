// Every operation with every role over HTTP: missing permissions are reported before anything is read.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Role, isAtLeast, roles } from '../../src/domain/caller.ts'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { type Person, signedIn, visit } from '../kit/people/signed-in.ts'

const app = sharedLapwing()
const people = new Map<Role, Person>()
beforeAll(async () => {
  for (const role of roles) people.set(role, await signedIn(app(), { role }))
})

const ids = ['0198c5a2-8a00-7e55-a1b2-c3d4e5f60718', '987654321', 'nobody']
const pathOf = ({ path, params }: Operation): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids.find((id) => params!.shape[name]!.safeParse(id).success)!)

/** A body that is not an object is refused after authorization and changes nothing. */
const harmless = (operation: Operation) => (operation.method === 'GET' ? {} : { body: '"no object"' })
const guarded = operations.filter(({ access }) => access !== 'none')
const changing = guarded.filter(({ access }) => access === 'write')

describe.each(roles)('%s', (role) => {
  it('is accepted only if the role is sufficient', async () => {
    const wrong: string[] = []
    for (const operation of changing) {
      const { status, body } = await people.get(role)!.ask(operation.method, pathOf(operation), harmless(operation))
      const refused = status === 403 && body.error.message.startsWith('Your role is')
      if (refused === isAtLeast(role, operation.role) || status === 401 || status >= 500)
        wrong.push(`${operation.id}: ${status}`)
    }
    for (const operation of guarded.filter(({ access }) => access === 'read')) {
      const { status } = await people.get(role)!.ask('HEAD', pathOf(operation))
      if ((status === 403) === isAtLeast(role, operation.role) || status === 401 || status >= 500)
        wrong.push(`${operation.id}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

it('refuses requests without a session or without our header', async () => {
  const wrong: string[] = []
  for (const operation of guarded)
    if ((await visit(app(), operation.method, pathOf(operation), harmless(operation))).status !== 401)
      wrong.push(operation.id)
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    const headers = { 'x-lapwing-csrf': '' }
    const options = { ...harmless(operation), headers }
    if ((await people.get('owner')!.ask(operation.method, pathOf(operation), options)).status !== 403)
      wrong.push(`${operation.id} without the header`)
  }
  expect(wrong).toEqual([])
})

describe('the minimum role', () => {
  const idsOf = (least: Role): string[] => guarded.filter(({ role }) => role === least).map(({ id }) => id)

  it('of operations on the organization, members, keys, webhooks, invitations, locations and host names is admin', () => {
    expect(idsOf('admin').toSorted()).toEqual(
      [
        'addStatusPageHost',
        'createDeploymentWebhook',
        'deleteDeploymentWebhook',
        'listDeploymentWebhooks',
        'changeMemberRole',
        'checkStatusPageHost',
        'createApiKey',
        'createPrivateLocation',
        'createProbeToken',
        'createResetLink',
        'deletePrivateLocation',
        'deleteStatusPageHost',
        'inviteMember',
        'listApiKeys',
        'listInvitations',
        'listPrivateLocations',
        'removeMember',
        'revokeApiKey',
        'revokeInvitation',
        'revokeProbeToken',
        'updateOrganization',
        'updatePrivateLocation',
      ].toSorted(),
    )
  })

  it('of a write is viewer only for personal resources', () => {
    for (const { path, role } of changing)
      if (role === 'viewer')
        expect(path).toMatch(
          /^\/dashboard\/(me|session|sign-out|preferences|notices|oauth\/(requests|device-codes)|connected-apps)(\/|$)/,
        )
  })
})
