// Tests a channel that is not saved, or has unsaved changes.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { Fault } from '../../domain/fault.ts'
import type { DeliveryDraft } from '../../domain/notifying/delivery.ts'
import { emptyConfig, openForChange } from '../../domain/stored-config.ts'
import { type Channel, channelSeverities } from '../../store/notifications/channels.ts'
import { draftTest } from './draft-test.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import type { TestedChannel } from '../registry/services.ts'
import { takeTry, triesPerMinute } from '../registry/take-try.ts'
import { channels } from './channels.ts'
import { kindOf, mask, mergedConfig, withInstallationMail } from './config.ts'

const tryBody = z
  .strictObject({
    type: z.string().meta({ enum: channelKinds.map(({ type }) => type) }),
    config: z.record(z.string(), z.unknown()).default({}),
    isDefault: z
      .boolean()
      .default(false)
      .meta({ description: 'A channel that writes to people also writes to the members of the default contact group' }),
    channelId: z.int().min(1).optional().meta({
      description:
        'The channel whose values omitted fields have; its secrets are used only while the address is unchanged',
    }),
  })
  .meta({ id: 'ChannelTry' })

const tried = z
  .object({
    object: z.literal('channel_test'),
    arrived: z.boolean(),
    http_status: z.int().nullable(),
    latency_ms: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'The response of the receiver, or why it was not reached' }),
    tries_left: z.int().meta({ description: 'Test runs left in this minute' }),
  })
  .meta({ id: 'ChannelTest' })

export const tryChannel = defineOperation({
  id: 'tryChannel',
  method: 'POST',
  path: '/dashboard/channel-tests',
  audience: 'dashboard',
  ownTransactions: true,
  tag: 'Notification channels',
  summary: 'Test a channel that is not saved',
  description:
    `Sends one message at once, without an entry in the delivery log. Each user has ${triesPerMinute} test runs a ` +
    'minute, ' +
    'including those of monitors.',
  body: tryBody,
  bodyExample: { type: 'webhook', config: { url: 'https://hooks.example.com/lapwing' } },
  responses: { 200: { description: 'The result', schema: tried } },
  async handle({ body }, context) {
    const { test, channel, triesLeft } = await context.services.store.transaction((db) =>
      prepare({ ...context, db }, body),
    )
    const { arrived, httpStatus, latencyMs, error } = await context.services.sendTest(test, channel)
    return ok({
      object: 'channel_test',
      arrived,
      http_status: httpStatus,
      latency_ms: latencyMs,
      error,
      tries_left: triesLeft,
    })
  },
})

interface PreparedTest {
  readonly test: DeliveryDraft
  readonly channel: TestedChannel
  readonly triesLeft: number
}

async function prepare(
  context: CallerContext,
  { type, config: given, isDefault, channelId }: z.output<typeof tryBody>,
): Promise<PreparedTest> {
  const { db, caller, now, services } = context
  const kind = kindOf(type)
  const saved = channelId === undefined ? null : await savedChannel(context, { id: channelId, type })
  const sent = saved ? given : withInstallationMail(kind, given, services)
  const stored = saved
    ? openForChange(kind, services.vault, { ...saved, context: secretContext(saved.id), mask })
    : emptyConfig
  const { config, secrets } = await mergedConfig(context, kind, { stored, sent })
  const channel = { id: saved?.id ?? 0, type, name: saved?.name ?? kind.title, config: { ...config, ...secrets } }
  const routed = {
    ...channel,
    enabled: true,
    isDefault,
    severities: channelSeverities,
    groupIds: config['contact_group_ids'] as string[],
  }
  const triesLeft = await takeTry(context)
  const test = await draftTest(db, { organization: caller.organization, channel: routed, me: caller.user }, now)
  if (saved) channels.record(context, 'notification_channel.tested', saved)
  return { test, channel, triesLeft }
}

async function savedChannel(context: CallerContext, { id, type }: { id: number; type: string }): Promise<Channel> {
  const channel = await channels.lock(context, { id })
  if (channel.type === type) return channel
  throw new Fault('invalid_request', `channelId: is a ${channel.type} channel`)
}
