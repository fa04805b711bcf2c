// Webhooks of PagerDuty: an incident was acknowledged or resolved there.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ReplyAction, ReplyAuthor } from '../../domain/notifying/reply.ts'
import { type CallbackContext, CallbackRefused, type CallbackRequest, type CallbackResult } from '../define.ts'
import { below } from '../shared/fields.ts'
import { jsonIn, request } from '../shared/post.ts'
import { isSame, parsed } from './verify.ts'

interface PagerDutyAccount {
  readonly webhook_secret?: string | undefined
  readonly api_key?: string | undefined
  readonly api_url: string
}

const agent = z.object({ id: z.string().max(100), type: z.string(), summary: z.string().nullish() })
const webhook = z.object({
  event: z.object({
    id: z.string().min(1).max(200),
    event_type: z.string(),
    occurred_at: z.iso.datetime({ offset: true }),
    agent: agent.nullish(),
    data: z.looseObject({ id: z.string().max(100).optional(), incident_key: z.string().nullish() }),
  }),
})
type WebhookEvent = z.output<typeof webhook>['event']

const actions: Readonly<Record<string, ReplyAction>> = {
  'incident.acknowledged': 'acknowledge',
  'incident.resolved': 'resolve',
}
/** PagerDuty repeats a webhook that failed for several hours. */
const maxAgeMs = 24 * 3_600_000
const maxAlerts = 20

export async function receivePagerDutyWebhook(
  callback: CallbackRequest,
  account: PagerDutyAccount,
  context: CallbackContext,
): Promise<CallbackResult> {
  verifySignatures(callback, account)
  const { event } = parsed(webhook, callback.body.toString())
  const action = actions[event.event_type]
  // Lapwing's own events come back with the integration as their agent.
  if (!action || event.agent?.type.endsWith('integration_reference')) return { replies: [] }
  if (context.clock.now().getTime() - Date.parse(event.occurred_at) > maxAgeMs)
    throw new CallbackRefused('the event is more than a day old', 403)
  const keys = await incidentKeys(event, account, context)
  const by = keys.length > 0 ? await authorOf(event, account, context) : { name: null }
  return {
    replies: keys.map((dedupKey) => ({ action, about: { dedupKey }, by, replayKey: `${event.id} ${dedupKey}` })),
  }
}

/** While a secret is replaced there are several signatures, separated by commas. */
function verifySignatures({ headers, body }: CallbackRequest, { webhook_secret }: PagerDutyAccount): void {
  if (!webhook_secret) throw new CallbackRefused('this channel has no secret of a webhook', 404)
  const expected = `v1=${createHmac('sha256', webhook_secret).update(body).digest('hex')}`
  const given = (headers.get('x-pagerduty-signature') ?? '').split(',').slice(0, 10)
  if (!given.some((signature) => isSame(signature.trim(), expected)))
    throw new CallbackRefused('the signature is wrong')
}

const alerts = z.object({ alerts: z.array(z.object({ alert_key: z.string().nullish() })) })
const isOurs = (key: string | null | undefined): key is string => key?.startsWith('lapwing-') ?? false

/** An incident that consists of alerts has no key itself: PagerDuty tells the keys of its alerts to API clients. */
async function incidentKeys(
  { data: { id, incident_key } }: WebhookEvent,
  account: PagerDutyAccount,
  context: CallbackContext,
): Promise<string[]> {
  if (isOurs(incident_key)) return [incident_key]
  if (!id || !account.api_key) return []
  const found = alerts.parse(
    await read(`incidents/${encodeURIComponent(id)}/alerts?limit=${maxAlerts}`, account, context),
  )
  return [...new Set(found.alerts.map(({ alert_key }) => alert_key).filter(isOurs))]
}

const profile = z.object({ user: z.object({ name: z.string(), email: z.string() }) })

/** The email address identifies the member; without an API key, only the name is known. */
async function authorOf(
  { agent: person }: WebhookEvent,
  account: PagerDutyAccount,
  context: CallbackContext,
): Promise<ReplyAuthor> {
  const author = { name: person?.summary ?? null, vendorId: person?.id ?? null }
  if (person?.type !== 'user_reference' || !account.api_key) return author
  const found = profile.safeParse(
    await read(`users/${encodeURIComponent(person.id)}`, account, context).catch(() => null),
  ).data?.user
  return found ? { ...author, ...found } : author
}

async function read(
  path: string,
  { api_key = '', api_url }: PagerDutyAccount,
  context: CallbackContext,
): Promise<unknown> {
  const headers = { Authorization: `Token token=${api_key}`, Accept: 'application/vnd.pagerduty+json;version=2' }
  return jsonIn(await request({ url: below(api_url, path), method: 'GET', headers, secrets: [api_key] }, context))
}
