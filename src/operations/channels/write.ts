// Creates, updates and deletes channels; only for the dashboard.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type Channel,
  type ShownChannel,
  addChannel,
  chainOfFallbacks,
  changeChannel,
  countChannels,
  findChannel,
  newChannelId,
  deleteChannel as removeChannel,
} from '../../store/notifications/channels.ts'
import { methodsThrough } from '../../store/notifications/channel-providers.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { refuseBeyondLimit, refuseMoreThan } from '../registry/plan-limit.ts'
import { emptyConfig, openForChange, sealSecrets, secretChanges } from '../../domain/stored-config.ts'
import { channels } from './channels.ts'
import { kindOf, mask, mergedConfig, withInstallationMail } from './config.ts'
import { createBody, updateBody } from './schema.ts'

const force = z.enum(['true', 'false']).default('false').meta({ description: 'Delete it even if it is in use' })
const one = '/dashboard/notification-channels/{id}'

export const createChannel = channels.create({
  id: 'createChannel',
  path: '/dashboard/notification-channels',
  audience: 'dashboard',
  summary: 'Create a notification channel',
  body: createBody,
  bodyExample: {
    name: 'Incident hook',
    type: 'webhook',
    config: { url: 'https://hooks.example.com/lapwing', secret: 'a long secret' },
  },
  facts,
  async create({ config, ...draft }, context) {
    const { db, caller, now, services } = context
    const organizationId = caller.organization.id
    const kind = kindOf(draft.type)
    await lockOrganization(db, organizationId)
    const sent = withInstallationMail(kind, config, services)
    const stored = await mergedConfig(context, kind, { stored: emptyConfig, sent })
    await refuseFallback(context, draft.fallbackChannelId)
    await refuseBeyondLimits(context, draft.type)
    const id = await newChannelId(db)
    const secrets = sealSecrets(services.vault, secretContext(id), stored)
    await addChannel(db, organizationId, { channel: { ...draft, id, config: stored.config, secrets }, now })
    return channels.find(context, { id })
  },
})

export const updateChannel = channels.update({
  id: 'updateChannel',
  path: one,
  audience: 'dashboard',
  summary: 'Update a notification channel',
  description:
    'Omitted fields keep their values. The config is merged key by key: null clears a key, an empty or masked secret ' +
    'keeps the stored one.',
  body: updateBody,
  bodyExample: { enabled: false, severityFilter: ['critical'] },
  async change(before, { config: sent, ...changed }, context) {
    const { db, caller, now } = context
    if (changed.fallbackChannelId) await refuseFallback(context, changed.fallbackChannelId, before.id)
    const { replaced, ...config } = sent === undefined ? { replaced: {} } : await merged(context, before, sent)
    const after: Channel = { ...before, ...changed, ...config }
    return {
      changes: { ...changesBetween(factsOf(before), factsOf(after)), ...replaced },
      async write() {
        await changeChannel(db, caller.organization.id, { channel: after, now })
        return channels.find(context, before)
      },
    }
  },
})

export const deleteChannel = channels.delete({
  id: 'deleteChannel',
  path: one,
  audience: 'dashboard',
  summary: 'Delete a notification channel',
  description:
    'A channel that sends for the contact methods of people can only be deleted with `force=true`, which deletes those, too.',
  query: z.object({ force }),
  faults: ['conflict'],
  async remove({ id, name }, { db, caller }, { force }) {
    const methods = await methodsThrough(db, caller.organization.id, id)
    if (methods > 0 && force !== 'true')
      throw new Fault('conflict', `${name} sends for ${methods} contact method(s) of people; delete it with force=true`)
    await removeChannel(db, caller.organization.id, id)
  },
})

/** The validated config of a channel after an update, and which of its secrets were replaced. */
async function merged(context: CallerContext, before: Channel, sent: z.output<typeof createBody>['config']) {
  const { vault } = context.services
  const kind = kindOf(before.type)
  const stored = openForChange(kind, vault, { ...before, context: secretContext(before.id), mask })
  const next = await mergedConfig(context, kind, { stored, sent })
  const secrets = sealSecrets(vault, secretContext(before.id), next)
  return { config: next.config, secrets, replaced: secretChanges(stored, next) }
}

/** A chain of fallbacks must not be a cycle. */
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

const webhookTypes = channelKinds.filter(({ isWebhook }) => isWebhook).map(({ type }) => type)

async function refuseBeyondLimits(context: CallerContext, type: string): Promise<void> {
  await refuseBeyondLimit(context, 'notification_channels')
  if (webhookTypes.includes(type))
    refuseMoreThan(
      context,
      'webhook_channels',
      await countChannels(context.db, context.caller.organization.id, webhookTypes),
    )
}

type ChannelFacts = Omit<ShownChannel, 'id' | 'routes' | 'created_at' | 'updated_at'>

/** The fields of a channel that the activity log shows. */
function facts({
  name,
  type,
  enabled,
  is_default,
  severity_filter,
  fallback_channel_id,
  config,
}: ChannelFacts): object {
  const visible = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, value === mask ? '[redacted]' : value]),
  )
  return { name, type, enabled, is_default, severity_filter, fallback_channel_id, config: visible }
}

function factsOf({ isDefault, severityFilter, fallbackChannelId, ...channel }: Channel): object {
  return facts({
    ...channel,
    is_default: isDefault,
    severity_filter: [...severityFilter],
    fallback_channel_id: fallbackChannelId,
  })
}

export const channelWriteOperations = [createChannel, updateChannel, deleteChannel]
