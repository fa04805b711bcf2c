// The consent screen: what a program asks for, and the decision that sends the browser back to it.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { redirectHost, withParameters } from '../../domain/oauth/redirect-uri.ts'
import { lifetimesMs, newSecret } from '../../domain/oauth/secrets.ts'
import { addCode } from '../../store/oauth/codes.ts'
import { type ConsentRequest, findConsentRequest, takeConsentRequest } from '../../store/oauth/requests.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { decisionBody, decisionExample, grantAccess } from './consent.ts'
import { requestFields, showRequest } from './shown-request.ts'

const shared = { audience: 'dashboard', tag: 'OAuth', role: 'viewer', params: z.object({ id: z.uuid() }) } as const

const gone = new Fault('not_found', 'This request has expired or was answered; start again in the program')

export const getOAuthRequest = defineOperation({
  id: 'getOAuthRequest',
  method: 'GET',
  path: '/dashboard/oauth/requests/{id}',
  ...shared,
  summary: 'Get what a program asks for',
  responses: {
    200: {
      description: 'The request',
      schema: z
        .object({
          object: z.literal('oauth_request'),
          ...requestFields,
          redirect_host: z.string().meta({ description: 'Where the browser goes next' }),
          loopback_only: z.boolean().meta({
            description: 'The program runs on the machine of the user, where any other program could pretend to be it',
          }),
        })
        .meta({ id: 'OAuthRequest' }),
    },
  },
  async handle({ params: { id } }, context) {
    const request = await findConsentRequest(context.db, id, context.now)
    if (!request) throw gone
    return ok({
      object: 'oauth_request',
      ...(await showRequest(request, context)),
      redirect_host: redirectHost(request.redirectUri),
      loopback_only: request.loopbackOnly,
    })
  },
})

export const decideOAuthRequest = defineOperation({
  id: 'decideOAuthRequest',
  method: 'POST',
  path: '/dashboard/oauth/requests/{id}/decision',
  ...shared,
  summary: 'Allow or deny what a program asks for',
  body: decisionBody,
  bodyExample: decisionExample,
  responses: {
    200: {
      description: 'Where to send the browser',
      schema: z.object({ object: z.literal('oauth_decision'), redirect_to: z.string() }).meta({ id: 'OAuthDecision' }),
    },
  },
  async handle({ params: { id }, body }, context) {
    const request = await takeConsentRequest(context.db, id, context.now)
    if (!request) throw gone
    const answer = body.allow ? { code: await newCode(request, body, context) } : denial
    const parameters = { ...answer, state: request.state, iss: context.services.origin() }
    return ok({ object: 'oauth_decision', redirect_to: withParameters(request.redirectUri, parameters) })
  },
})

const denial = { error: 'access_denied', error_description: 'The request was denied' }

async function newCode(
  request: ConsentRequest,
  body: z.output<typeof decisionBody>,
  context: CallerContext,
): Promise<string> {
  const expiresAt = new Date(context.now.getTime() + lifetimesMs.code)
  const grant = await grantAccess(request, body, { context, expiresAt })
  const { text, hash } = newSecret('code')
  const { redirectUri, codeChallenge } = request
  await addCode(context.db, { hash, grantId: grant.id, redirectUri, codeChallenge, expiresAt })
  return text
}
