import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { slugOf } from '../registry/fields/organization-slug.ts'
import { languages } from '../../domain/text/language.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { fingerprint } from '../../domain/secret.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { lockInstallation } from '../../store/accounts/installation.ts'
import { nameOrganization } from '../../store/accounts/organizations.ts'
import { dropSetupTokens, organizationOfSetupToken } from '../../store/accounts/setup-tokens.ts'
import { anyUser, putMember, putPassword, putUser } from '../../store/accounts/users.ts'
import type { Database } from '../../store/database/database.ts'
import { type OperationResponse, type VisitorContext, defineOperation, noContent } from '../registry/define.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { gettingIn, letIn, signInAnswer } from './continue-sign-in.ts'
import { hashNewPassword, newPassword } from './password.ts'

const body = z
  .strictObject({
    token: z.string().trim().min(1).max(200).meta({ description: 'The token that Lapwing printed at its first start' }),
    name: nameOf(100),
    email: z.email().max(320),
    password: newPassword,
    organization: nameOf(100),
    timezone: ruled(z.string().max(64), timeZoneProblem),
    language: z.enum(languages).default('en').meta({ description: 'ReaderLanguage of alerts to several people' }),
  })
  .meta({ id: 'Setup' })

const isDone = (): Fault => new Fault('not_found', 'Lapwing is already set up. Sign in.')
const wrongToken = (): Fault =>
  new Fault(
    'forbidden',
    'This token does not match the one in the log, or it was already used. ' +
      'Restart Lapwing to see it again; it is printed until the first account exists.',
  )

export const setUp = defineOperation({
  id: 'setUp',
  method: 'POST',
  path: '/dashboard/setup',
  access: 'none',
  ...gettingIn,
  summary: 'Create the first account with the token of the first start',
  body,
  bodyExample: {
    token: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    organization: 'Acme',
    timezone: 'Europe/Berlin',
  },
  responses: { 200: signInAnswer },
  faults: ['forbidden', 'not_found'],
  async handle({ body }, context) {
    const { store } = context.services
    // Hashes a password only with a valid token, because hashing is expensive.
    await organizationFor(store, body.token)
    const password = await hashNewPassword(body.password)
    return store.transaction(async (db) => {
      await lockInstallation(db)
      return become({ ...context, db }, { ...body, password })
    })
  },
})

export const checkSetupToken = defineOperation({
  id: 'checkSetupToken',
  method: 'POST',
  path: '/dashboard/setup/token',
  access: 'none',
  ...gettingIn,
  summary: 'Check the setup token before the form is filled in',
  body: body.pick({ token: true }).meta({ id: 'SetupToken' }),
  bodyExample: { token: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT' },
  responses: { 204: { description: 'The token is valid' } },
  faults: ['forbidden', 'not_found'],
  async handle({ body }, { services }) {
    await organizationFor(services.store, body.token)
    return noContent
  },
})

async function organizationFor(db: Database, token: string): Promise<string> {
  const organizationId = await organizationOfSetupToken(db, fingerprint(token))
  // Checked afterwards, because a concurrent setup deletes the token, which was valid.
  if (await anyUser(db)) throw isDone()
  if (organizationId === undefined) throw wrongToken()
  return organizationId
}

async function become(context: VisitorContext, draft: z.output<typeof body>): Promise<OperationResponse> {
  const { db, now, visit } = context
  const { token, name, email, password, organization, timezone, language } = draft
  const organizationId = await organizationFor(db, token)
  await dropSetupTokens(db)
  const named = { id: organizationId, name: organization, slug: slugOf(organization), timezone, language }
  await nameOrganization(db, named, now)
  const { id: userId } = await putUser(db, { name, email }, now)
  await putPassword(db, { userId, password }, now)
  await putMember(db, { organizationId, userId, role: 'owner' }, now)
  const changes = { role: 'owner', by: 'setup', via: 'dashboard', ip: visit.ip }
  await addActivityOfPerson(db, { email, action: 'user.joined', changes }, now)
  return letIn(context, { userId, email, by: 'setup', organizationId })
}
