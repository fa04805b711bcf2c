// Webhooks of Opsgenie: an alert was acknowledged or closed there.
import { z } from 'zod'
import type { ReplyAction } from '../../domain/notifying/reply.ts'
import { CallbackRefused, type CallbackRequest, type CallbackResult } from '../define.ts'
import { isSame, parsed } from './verify.ts'

const webhook = z.object({
  action: z.string(),
  source: z.object({ name: z.string().nullish(), type: z.string().nullish() }).nullish(),
  alert: z.object({
    alertId: z.string().min(1).max(200),
    alias: z.string().max(512),
    username: z.string().nullish(),
    updatedAt: z.union([z.number(), z.string()]).nullish(),
  }),
})

const actions: Readonly<Record<string, ReplyAction>> = { Acknowledge: 'acknowledge', Close: 'resolve' }

export async function receiveOpsgenieWebhook(
  callback: CallbackRequest,
  { webhook_secret }: { readonly webhook_secret?: string | undefined },
): Promise<CallbackResult> {
  if (!webhook_secret) throw new CallbackRefused('this channel has no secret of a webhook', 404)
  if (!isSame(secretIn(callback), webhook_secret)) throw new CallbackRefused('the secret is wrong')
  const { action: name, source, alert } = parsed(webhook, callback.body.toString())
  const action = actions[name]
  // Lapwing names itself in its own requests, which come back here too.
  if (!action || source?.name === 'Lapwing') return { replies: [] }
  const { alertId, alias, username = null, updatedAt } = alert
  const email = username?.includes('@') ? username : null
  const by = { name: username, email }
  return { replies: [{ action, about: { dedupKey: alias }, by, replayKey: `${alertId} ${name} ${updatedAt}` }] }
}

/** Opsgenie signs nothing: it sends a header of its settings, or the password of the address. */
function secretIn({ headers }: CallbackRequest): string {
  const own = headers.get('x-lapwing-secret')
  if (own !== null) return own
  const [scheme, credentials = ''] = (headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return ''
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}
