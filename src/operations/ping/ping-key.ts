import { z } from 'zod'
import { mask } from '../../domain/stored-config.ts'
import { tokenOf } from '../registry/address-token.ts'
import { defineOperation, ok } from '../registry/define.ts'

const pingKey = z
  .object({
    object: z.literal('ping_key'),
    key: z.string().meta({
      description: 'It can create heartbeats, so read keys see `[redacted]`',
      example: '4f1d2c3b5a69788796a5b4c3d2e1f001',
    }),
    url: z.string().meta({
      description: 'Base address of check-ins; append the slug of a heartbeat',
      example: 'https://lapwing.example.com/ping/4f1d2c3b5a69788796a5b4c3d2e1f001/',
    }),
  })
  .meta({ id: 'PingKey' })

export const getPingKey = defineOperation({
  id: 'getPingKey',
  method: 'GET',
  path: '/ping-key',
  tag: 'Monitors',
  summary: 'Get the key for check-ins by slug',
  responses: { 200: { description: 'The key', schema: pingKey } },
  async handle(_input, context) {
    const { caller, services } = context
    const owner = { organizationId: caller.organization.id }
    const key = caller.credential.scope === 'write' ? await tokenOf(context, owner) : mask
    return ok({ object: 'ping_key', key, url: `${services.origin()}/ping/${key}/` })
  },
})
