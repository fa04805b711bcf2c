import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { type ProviderIdentity, identityOf, roleOf } from '../../../domain/people/single-sign-on.ts'
import { addActivity } from '../../../store/accounts/activity.ts'
import {
  type SingleSignOn,
  lockSingleSignOn,
  noteTested,
  offeredSingleSignOn,
  singleSignOnOfSlug,
  singleSignOnsOfDomain,
} from '../../../store/accounts/single-sign-on.ts'
import { type OperationResponse, type VisitorContext, defineOperation, ok } from '../../registry/define.ts'
import { gettingIn } from '../continue-sign-in.ts'
import { admitPerson, recordRefusal } from './admit-person.ts'
import { beginAttempt, finishAttempt } from './attempt.ts'
import { resultAnswer, startAnswer } from './schema.ts'

const path = '/dashboard/sign-in/single-sign-on'

export const beginSingleSignOn = defineOperation({
  id: 'beginSingleSignOn',
  method: 'POST',
  path,
  access: 'none',
  ...gettingIn,
  summary: 'Get the address of the provider to sign in with',
  description:
    'By the short name of an organization, or by an email address whose domain names the organization in a TXT ' +
    'record. The response does not depend on whether someone has an account.',
  body: z
    .strictObject({ organization: z.string().trim().toLowerCase().min(1).max(320) })
    .meta({ id: 'SingleSignOnBegin' }),
  bodyExample: { organization: 'acme' },
  faults: ['not_found', 'unauthorized', 'conflict'],
  responses: { 200: startAnswer },
  async handle({ body: { organization } }, context) {
    const configured = await findProvider(context, organization)
    if (!configured)
      throw new Fault(
        'not_found',
        'No single sign-on found. Enter the short name of your organization, or ask an owner to set it up.',
      )
    return beginAttempt(context, configured, null)
  },
})

/** The domain itself says to which organization it belongs, because any organization could list it. */
async function findProvider({ db, services }: VisitorContext, text: string): Promise<SingleSignOn | undefined> {
  if (!text.includes('@')) return singleSignOnOfSlug(db, text)
  const domain = text.slice(text.lastIndexOf('@') + 1)
  const listing = await singleSignOnsOfDomain(db, domain)
  if (listing.length === 0) return undefined
  const { only } = await offeredSingleSignOn(db)
  if (only !== null) return listing[0]
  const records = await services.textRecords(`_lapwing.${domain}`)
  return listing.find(({ slug }) => records.includes(`single-sign-on=${slug}`))
}

export const finishSingleSignOn = defineOperation({
  id: 'finishSingleSignOn',
  method: 'POST',
  path: `${path}/finish`,
  access: 'none',
  ...gettingIn,
  summary: 'Finish signing in with the response of the provider',
  description:
    'People who are new here get an account. An account with the same address is connected if it belongs to nobody ' +
    'else, or if its user is signed in with a password or passkey.',
  body: z
    .strictObject({
      organization: z.string().min(1).max(320).meta({ description: 'The short name in the address of the redirect' }),
      query: z.string().max(20_000).meta({ description: 'The query of the redirect' }),
    })
    .meta({ id: 'SingleSignOnFinish' }),
  bodyExample: { organization: 'acme', query: 'code=SplxlOBeZQQYbYS6WxSbIA&state=q3Vb0cXKZb2n5l1u' },
  faults: ['unauthorized', 'forbidden', 'conflict'],
  responses: { 200: resultAnswer },
  async handle({ body }, context) {
    const { configured, claims, testedBy } = await finishAttempt(context, body)
    const identity = identityOf(claims, configured)
    if (typeof identity !== 'string')
      return testedBy === null ? admitPerson(context, configured, identity) : test(context, configured, identity)
    if (testedBy === null) await recordRefusal(context, configured, { who: textOf(claims['email']), reason: identity })
    throw new Fault('forbidden', identity)
  },
})

const textOf = (claim: unknown): string | null => (typeof claim === 'string' ? claim.slice(0, 320) : null)

/** Only says what would happen, and notes that the settings work. */
async function test(
  context: VisitorContext,
  configured: SingleSignOn,
  { email, name, groups }: ProviderIdentity,
): Promise<OperationResponse> {
  const { services, now, caller, visit } = context
  const { organizationId, organizationName } = configured
  if (caller?.user?.role !== 'owner' || caller.organization.id !== organizationId)
    throw new Fault('forbidden', 'Only an owner who is signed in can finish this test.')
  const actor = caller.user
  const role = roleOf(configured, groups, { role: null, isLastOwner: false })
  if (role === null)
    throw new Fault(
      'forbidden',
      `${email} is in none of the mapped groups. Groups: ${groups.slice(0, 20).join(', ') || 'none'}.`,
    )
  await services.store.transaction(async (db) => {
    const current = await lockSingleSignOn(db, organizationId)
    if (current?.issuer !== configured.issuer || !current.secrets.equals(configured.secrets))
      throw new Fault('conflict', 'The settings were changed during the test. Run it again.')
    await noteTested(db, organizationId, now)
    const event = {
      entityType: 'single_sign_on',
      entityId: organizationId,
      entityName: organizationName,
      action: 'single_sign_on.tested',
      changes: { email, role, via: 'dashboard', ip: visit.ip },
    }
    await addActivity(db, { organizationId, actor, events: [event], now })
  })
  return {
    ...ok({ object: 'single_sign_on_result', status: 'tested', test: { email, name, groups, role } }),
    keeps: { secondFactor: null },
  }
}
