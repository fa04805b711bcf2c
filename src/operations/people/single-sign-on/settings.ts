// The settings of single sign-on. API keys have no role, so only owners in the dashboard can read or change them.
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { OpenIdError, clientSecretContext } from '../../../domain/people/open-id.ts'
import { mask } from '../../../domain/stored-config.ts'
import type { Vault } from '../../../domain/vault.ts'
import { lockOrganization } from '../../../store/accounts/organizations.ts'
import { endSingleSignOnSessions } from '../../../store/accounts/sessions.ts'
import {
  type SingleSignOn,
  type SingleSignOnDraft,
  deleteSingleSignOn as remove,
  lockSingleSignOn,
  putSingleSignOn,
  singleSignOnOf,
} from '../../../store/accounts/single-sign-on.ts'
import { changesBetween } from '../../registry/changes.ts'
import { type CallerContext, defineOperation, noContent, ok } from '../../registry/define.ts'
import { signedInUser } from '../../registry/signed-in-user.ts'
import { beginAttempt, redirectUriOf } from './attempt.ts'
import { type SettingsBody, settingsAnswer, settingsBody, settingsExample, startAnswer } from './schema.ts'

const shared = { audience: 'dashboard', tag: 'Single sign-on', role: 'owner' } as const
const path = '/dashboard/single-sign-on'

export const getSingleSignOn = defineOperation({
  id: 'getSingleSignOn',
  method: 'GET',
  path,
  ...shared,
  summary: 'Get the settings of single sign-on',
  responses: { 200: settingsAnswer },
  handle: async (_input, context) => ok(await show(context)),
})

export const updateSingleSignOn = defineOperation({
  id: 'updateSingleSignOn',
  method: 'PUT',
  path,
  ownTransactions: true,
  ...shared,
  summary: 'Set up or change single sign-on',
  description:
    'A new issuer is contacted before it is saved. Another issuer, client or secret has to be tested again before ' +
    'single sign-on can be required.',
  body: settingsBody,
  bodyExample: settingsExample,
  faults: ['conflict'],
  responses: { 200: settingsAnswer },
  async handle({ body }, context) {
    const { services, caller } = context
    const { id } = caller.organization
    const known = await singleSignOnOf(services.store, id)
    if (known?.issuer !== body.issuer) await services.openId.check(body.issuer).catch(refuseIssuer)
    return services.store.transaction(async (db) => {
      await lockOrganization(db, id)
      const inside = { ...context, db }
      const before = await lockSingleSignOn(db, id)
      const draft = draftOf(body, before, { organizationId: id, vault: services.vault })
      if (body.required && draft.testedAt === null)
        throw new Fault('conflict', 'required: save the settings and run a successful test first')
      await putSingleSignOn(db, id, draft, context.now)
      const replaced = before && body.clientSecret !== undefined ? { client_secret: { from: mask, to: mask } } : {}
      const changes = { ...changesBetween(before ? facts(before) : {}, facts(draft)), ...replaced }
      record(context, before ? 'single_sign_on.updated' : 'single_sign_on.created', changes)
      return ok(await show(inside))
    })
  },
})

function refuseIssuer(error: unknown): never {
  if (error instanceof OpenIdError) throw new Fault('invalid_request', `issuer: ${error.message}`)
  throw error
}

/** Another issuer, client or secret has not been tested. */
export function draftOf(
  { clientSecret, ...body }: SettingsBody,
  before: SingleSignOn | undefined,
  { organizationId, vault }: { organizationId: string; vault: Pick<Vault, 'seal'> },
): SingleSignOnDraft {
  const isSameClient = before?.issuer === body.issuer && before.clientId === body.clientId
  // The secret belongs to one provider and must never be sent to another one.
  if (clientSecret === undefined && !isSameClient)
    throw new Fault('invalid_request', 'clientSecret: required for a new issuer or client')
  const testedAt = isSameClient && clientSecret === undefined ? before.testedAt : null
  const context = clientSecretContext(organizationId)
  const secrets = clientSecret === undefined ? before!.secrets : vault.seal(clientSecret, context)
  return { ...body, domains: [...new Set(body.domains)], secrets, testedAt }
}

/** The fields that the activity log shows. */
const facts = ({ issuer, clientId, domains, groupsClaim, groupRoles, defaultRole, required }: SingleSignOnDraft) => ({
  issuer,
  client_id: clientId,
  domains,
  groups_claim: groupsClaim,
  group_roles: groupRoles,
  default_role: defaultRole,
  required,
})

export const deleteSingleSignOn = defineOperation({
  id: 'deleteSingleSignOn',
  method: 'DELETE',
  path,
  ...shared,
  summary: 'Turn single sign-on off',
  description: 'Ends the sessions that began with it. Members stay members; without a password they need a reset link.',
  responses: { 204: { description: 'Single sign-on turned off' } },
  async handle(_input, context) {
    const { db, caller } = context
    await lockOrganization(db, caller.organization.id)
    if (!(await lockSingleSignOn(db, caller.organization.id)))
      throw new Fault('not_found', 'Single sign-on is not set up')
    await remove(db, caller.organization.id)
    await endSingleSignOnSessions(db, caller.organization.id)
    record(context, 'single_sign_on.deleted', {})
    return noContent
  },
})

export const testSingleSignOn = defineOperation({
  id: 'testSingleSignOn',
  method: 'POST',
  path: `${path}/test`,
  ownTransactions: true,
  ...shared,
  summary: 'Begin a test sign-in with the saved settings',
  description: 'Its result says which role the person gets. It changes neither accounts nor sessions.',
  body: z.strictObject({}).meta({ id: 'SingleSignOnTest' }),
  bodyExample: {},
  faults: ['conflict'],
  responses: { 200: startAnswer },
  async handle(_input, context) {
    const configured = await singleSignOnOf(context.db, context.caller.organization.id)
    if (!configured) throw new Fault('not_found', 'Single sign-on is not set up')
    return beginAttempt(context, configured, signedInUser(context).id)
  },
})

async function show({ db, services, caller }: CallerContext): Promise<object> {
  const { id, slug } = caller.organization
  const known = await singleSignOnOf(db, id)
  return {
    object: 'single_sign_on',
    configured: known !== undefined,
    redirect_uri: redirectUriOf(services, slug),
    issuer: known?.issuer ?? null,
    client_id: known?.clientId ?? null,
    domains: known?.domains ?? [],
    groups_claim: known?.groupsClaim ?? 'groups',
    group_roles: known?.groupRoles ?? [],
    default_role: known ? known.defaultRole : 'viewer',
    required: known?.required ?? false,
    tested_at: known?.testedAt ?? null,
  }
}

function record({ record, caller }: CallerContext, action: string, changes: Record<string, unknown>): void {
  const { id, name } = caller.organization
  record({ entityType: 'single_sign_on', entityId: id, entityName: name, action, changes })
}
