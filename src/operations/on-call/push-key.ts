import { z } from 'zod'
import { pushKeys } from '../../store/accounts/installation.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

export const getPushKey = defineOperation({
  id: 'getPushKey',
  method: 'POST',
  path: '/dashboard/push-key',
  audience: 'dashboard',
  tag: 'On-call',
  summary: 'Get the key that a browser needs to subscribe to pushes',
  description: 'The same for all users and devices. The first request creates it.',
  responses: {
    200: {
      description: 'The public key of this installation',
      schema: z
        .object({
          object: z.literal('push_key'),
          public_key: z.string().meta({ description: 'An uncompressed point of P-256 in base64url' }),
        })
        .meta({ id: 'PushKey' }),
    },
  },
  async handle(_input, context) {
    signedInUser(context)
    const { publicKey } = await pushKeys(context.db, context.services.vault)
    return ok({ object: 'push_key', public_key: publicKey })
  },
})
