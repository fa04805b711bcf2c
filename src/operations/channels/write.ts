// Channels are made and changed in the dashboard alone.
import type { z } from 'zod'
import { secretContext } from '../../channels/shared/secrets.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type Channel,
  addChannel,
  chainOfFallbacks,
  changeChannel,
  countChannels,
  findChannel,
  holdChannel,
  newChannelId,
  deleteChannel as removeChannel,
} from '../../store/notifications/channels.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { emptyConfig, mergeStored, openSecrets, sealSecrets, secretChanges } from '../registry/stored-config.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { validateConfig, keepChannelConfig, kindOf, mask, refuseStaleSecrets } from './config.ts'
import { foundChannel, noSuchChannel } from './read.ts'
import { channel, createBody, example, params, show, updateBody } from './schema.ts'

const shared = { access: 'write', audience: 'dashboard', tag: 'Notification channels' } as const

export const createChannel = defineOperation({
  id: 'createChannel',
  method: 'POST',
  path: '/dashboard/notification-channels',
  ...shared,
  creating: true,
  summary: 'Add a notification channel',
  body: createBody,
  bodyExample: {
    name: example.name,
    type: example.type,
    config: { url: 'https://hooks.example.com/lapwing', secret: 'a long secret' },
  },
  responses: { 201: { description: 'The channel', schema: channel, example } },
  async handle({ body: { config, ...draft } }, context) {
    const { db, caller, now, services, record } = context
    const organizationId = caller.organization.id
    const kind = kindOf(draft.type)
    await holdOrganization(db, organizationId)
    const values = mergeStored(kind, emptyConfig, { sent: config, mask })
    await validateConfig(context, kind, values)
    await refuseFallback(context, draft.fallbackChannelId)
    await takeSlot(context, draft.type)
    const id = await newChannelId(db)
    const kept = keepChannelConfig(kind, values)
    const made: Channel = {
      ...draft,
      id,
      config: kept.config,
      secrets: sealSecrets(services.vault, secretContext(id), kept),
    }
    await addChannel(db, organizationId, { channel: made, now })
    record({ ...entity(made), action: 'notification_channel.created', changes: changesBetween({}, facts(made)) })
    return created(show(await foundChannel(context, id)))
  },
})

export const updateChannel = defineOperation({
  id: 'updateChannel',
  method: 'PATCH',
  path: '/dashboard/notification-channels/{id}',
  ...shared,
  summary: 'Change a notification channel',
  description:
    'What is left out stays. A config is merged key by key; null clears a key, an empty or masked secret keeps the stored one.',
  params,
  body: updateBody,
  bodyExample: { enabled: false, severityFilter: ['critical'] },
  responses: { 200: { description: 'The channel', schema: channel, example } },
  async handle({ params, body: { config: sent, ...changed } }, context) {
    const { db, caller, now, record } = context
    const organizationId = caller.organization.id
    await holdOrganization(db, organizationId)
    const before = await holdChannel(db, organizationId, params.id)
    if (!before) throw noSuchChannel()
    if (changed.fallbackChannelId) await refuseFallback(context, changed.fallbackChannelId, before.id)
    const { replaced, ...config } = sent === undefined ? { replaced: {} } : await merged(context, before, sent)
    const after: Channel = { ...before, ...changed, ...config }
    const changes = { ...changesBetween(facts(before), facts(after)), ...replaced }
    if (Object.keys(changes).length > 0) {
      await changeChannel(db, organizationId, { channel: after, now })
      record({ ...entity(after), action: 'notification_channel.updated', changes })
    }
    return ok(show(await foundChannel(context, before.id)))
  },
})

export const deleteChannel = defineOperation({
  id: 'deleteChannel',
  method: 'DELETE',
  path: '/dashboard/notification-channels/{id}',
  ...shared,
  summary: 'Delete a notification channel',
  params,
  responses: deletionOf(String(example.id)),
  async handle({ params }, context) {
    const { db, caller, record } = context
    const before = await holdChannel(db, caller.organization.id, params.id)
    if (!before) throw noSuchChannel()
    await removeChannel(db, caller.organization.id, before.id)
    record({ ...entity(before), action: 'notification_channel.deleted', changes: {} })
    return deleted(String(before.id))
  },
})

/** The config that a channel has after a change, fit to be kept, and which of its secrets were replaced. */
async function merged(context: CallerContext, before: Channel, sent: z.output<typeof createBody>['config']) {
  const { vault } = context.services
  const kind = kindOf(before.type)
  const kept = openSecrets(vault, secretContext(before.id), before)
  const values = mergeStored(kind, kept, { sent, mask })
  await validateConfig(context, kind, values)
  refuseStaleSecrets(kind, { kept, values, sent })
  const next = keepChannelConfig(kind, values)
  const secrets = sealSecrets(vault, secretContext(before.id), next)
  return { config: next.config, secrets, replaced: secretChanges(kept, next) }
}

/** A chain of fallbacks has to end. */
async function refuseFallback({ db, caller }: CallerContext, fallbackId: number | null, ownId?: number): Promise<void> {
  if (fallbackId === null) return
  const organizationId = caller.organization.id
  if (!Number.isSafeInteger(fallbackId) || !(await findChannel(db, organizationId, fallbackId)))
    throw new Fault(
      'invalid_request',
      `fallbackChannelId: unknown notification channel id in this organization: ${fallbackId}`,
    )
  if (ownId !== undefined && (await chainOfFallbacks(db, organizationId, fallbackId)).includes(ownId))
    throw new Fault('invalid_request', 'fallbackChannelId: must not lead back to this channel')
}

const webhookTypes = ['webhook', 'zapier']

async function takeSlot(context: CallerContext, type: string): Promise<void> {
  const { db, caller } = context
  refuseBeyondLimit(context, 'notification_channels', (await usageOf(db, caller.organization.id)).notification_channels)
  if (webhookTypes.includes(type))
    refuseBeyondLimit(context, 'webhook_channels', await countChannels(db, caller.organization.id, webhookTypes))
}

function entity({ id, name }: Channel) {
  return { entityType: 'notification_channel', entityId: String(id), entityName: name }
}

/** What the activity log shows of a channel. */
function facts({ name, type, enabled, isDefault, severityFilter, fallbackChannelId, config }: Channel): object {
  const shown = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, value === mask ? '[redacted]' : value]),
  )
  const named = { is_default: isDefault, severity_filter: severityFilter, fallback_channel_id: fallbackChannelId }
  return { name, type, enabled, ...named, config: shown }
}
