// Which key scope and role each operation needs, and what is refused without them, before anything is read.
import { beforeAll, expect, it } from 'vitest'
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
const levelOf = ({ access, role }: Operation): string => `${access} ${role}`

it('every operation reads with GET as a viewer and changes as a member, apart from these', () => {
  const usual = ({ method }: Operation): string => (method === 'GET' ? 'read viewer' : 'write member')
  const others = Map.groupBy(
    operations.filter((operation) => levelOf(operation) !== usual(operation)),
    levelOf,
  )
  expect(Object.fromEntries([...others].map(([level, of]) => [level, of.map(({ id }) => id).toSorted()]))).toEqual({
    'none viewer': [
      'acceptInvitation',
      'askForPasswordReset',
      'beginPasskeySignIn',
      'beginSingleSignOn',
      'checkSetupToken',
      'finishSingleSignOn',
      'getConfigSchema',
      'getOpenapi',
      'getSignInOptions',
      'getSigningKeys',
      'listMonitorTypes',
      'readInvitation',
      'resetPassword',
      'setUp',
      'signIn',
      'signInSecondFactor',
      'signInWithPasskey',
    ],
    'read viewer': [
      'listCheckInTimes',
      'listDraftRules',
      'previewAlertRule',
      'previewMaintenance',
      'previewOnCall',
      'recognizeMonitor',
      'runBatch',
      'validatePlaywrightScript',
    ],
    'read member': ['listStatusPageSubscribers'],
    'read admin': ['listApiKeys', 'listDeploymentWebhooks', 'listInvitations', 'listPrivateLocations'],
    'read owner': ['getBackups', 'getSingleSignOn', 'listOAuthClients'],
    'write viewer': [
      'beginPasskey',
      'beginTwoFactorSetup',
      'changePassword',
      'confirmTwoFactorSetup',
      'createPasskey',
      'decideDeviceCode',
      'decideOAuthRequest',
      'disableTwoFactor',
      'endOpenSession',
      'findDeviceCode',
      'readNotices',
      'removePasskey',
      'renewRecoveryCodes',
      'revokeConnectedApp',
      'signOut',
      'signOutEverywhere',
      'switchOrganization',
      'updatePreferences',
      'updateProfile',
    ],
    'write admin': [
      'addStatusPageHost',
      'changeMemberRole',
      'checkStatusPageHost',
      'createApiKey',
      'createDeploymentWebhook',
      'createPrivateLocation',
      'createProbeToken',
      'createResetLink',
      'deleteDeploymentWebhook',
      'deletePrivateLocation',
      'deleteStatusPageHost',
      'inviteMember',
      'removeMember',
      'revokeApiKey',
      'revokeInvitation',
      'revokeProbeToken',
      'updateDeploymentWebhook',
      'updateOrganization',
      'updatePrivateLocation',
    ],
    'write owner': [
      'createOAuthClient',
      'deleteOAuthClient',
      'deleteSingleSignOn',
      'requestBackup',
      'testSingleSignOn',
      'updateSingleSignOn',
    ],
  })
})

/** One operation of each level that reads, and one that does not: all are admitted by the same code. */
const representatives = [
  ...new Map(
    operations.map((operation) => [`${levelOf(operation)} ${operation.method === 'GET'}`, operation]),
  ).values(),
]
const guarded = representatives.filter(({ access }) => access !== 'none')
const cases = roles.flatMap((role) => guarded.map((operation) => ({ role, operation, id: operation.id })))

it.each(cases)('$role asks for $id', async ({ role, operation }) => {
  const { status, body } = await people.get(role)!.ask(operation.method, pathOf(operation), harmless(operation))
  const message = isAtLeast(role, operation.role) ? undefined : expect.stringMatching(/^Your role is /)
  if (message) expect({ status, message: body.error.message }).toEqual({ status: 403, message })
  else expect([200, 400, 404]).toContain(status)
})

it.each(guarded.map((operation) => [operation.id, operation] as const))(
  '%s needs a session',
  async (_id, operation) => {
    expect((await visit(app(), operation.method, pathOf(operation), harmless(operation))).status).toBe(401)
  },
)

it.each(
  representatives.filter(({ method }) => method !== 'GET').map((operation) => [operation.id, operation] as const),
)('%s needs our header', async (_id, operation) => {
  const requested = { ...harmless(operation), headers: { 'x-lapwing-csrf': '' } }
  expect((await people.get('owner')!.ask(operation.method, pathOf(operation), requested)).status).toBe(403)
})
