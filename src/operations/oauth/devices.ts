// The screen where people type the code that a device shows them (RFC 8628).
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { typedUserCode } from '../../domain/oauth/secrets.ts'
import { decideDeviceRequest, findDeviceRequest, lockDeviceRequest } from '../../store/oauth/device-codes.ts'
import { withGuessLimit } from '../people/guess-limit.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { signedInUser } from '../registry/signed-in-user.ts'
import { decisionBody, decisionExample, grantAccess } from './consent.ts'
import { requestFields, showRequest } from './shown-request.ts'

const shared = { audience: 'dashboard', tag: 'OAuth', access: 'write', role: 'viewer', method: 'POST' } as const

export const findDeviceCode = defineOperation({
  id: 'findDeviceCode',
  path: '/dashboard/oauth/device-codes/find',
  ...shared,
  // Failed attempts are counted even though the operation fails.
  ownTransactions: true,
  summary: 'Find the device that shows a code',
  body: z.strictObject({ userCode: z.string().max(50) }).meta({ id: 'DeviceCodeSearch' }),
  bodyExample: { userCode: 'BCDF-GHJK' },
  faults: ['not_found', 'rate_limited'],
  responses: {
    200: {
      description: 'What the device asks for',
      schema: z
        .object({
          object: z.literal('oauth_device_request'),
          ...requestFields,
          ip: z.string().meta({ description: 'The address of the device' }),
        })
        .meta({ id: 'OAuthDeviceRequest' }),
    },
  },
  async handle({ body: { userCode } }, context) {
    const { db, now } = context
    const typed = typedUserCode(userCode)
    const request = await withGuessLimit(context, `device code ${signedInUser(context).id}`, async () =>
      typed === null ? null : ((await findDeviceRequest(db, typed, now)) ?? null),
    )
    if (!request)
      throw new Fault('not_found', 'No device shows this code. Check the code, or start again on the device.')
    return ok({ object: 'oauth_device_request', ...(await showRequest(request, context)), ip: request.ip })
  },
})

export const decideDeviceCode = defineOperation({
  id: 'decideDeviceCode',
  path: '/dashboard/oauth/device-codes/{id}/decision',
  ...shared,
  summary: 'Allow or deny what a device asks for',
  params: z.object({ id: z.uuid() }),
  body: decisionBody,
  bodyExample: decisionExample,
  responses: {
    200: {
      description: 'The decision',
      schema: z
        .object({ object: z.literal('oauth_device_decision'), allowed: z.boolean() })
        .meta({ id: 'OAuthDeviceDecision' }),
    },
  },
  async handle({ params: { id }, body }, context) {
    const { db, now } = context
    const request = await lockDeviceRequest(db, id, now)
    if (!request) throw new Fault('not_found', 'The code has expired or was used; start again on the device')
    const { expiresAt } = request
    const grant = body.allow ? await grantAccess(request, body, { context, expiresAt }) : null
    await decideDeviceRequest(db, id, grant?.id ?? null)
    return ok({ object: 'oauth_device_decision', allowed: body.allow })
  },
})
