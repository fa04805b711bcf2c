import { channelKind } from '../../../channels/index.ts'
import { secretContext } from '../../../channels/shared/secrets.ts'
import {
  emptyConfig,
  mergeStored,
  openForChange,
  shownConfig,
  type StoredConfig,
} from '../../../domain/stored-config.ts'
import { type Channel, lockChannel, storedChannels } from '../../../store/notifications/channels.ts'
import { kindOf, mask, saveChannelConfig } from '../../channels/config.ts'
import { createChannel, deleteChannel, updateChannel } from '../../channels/write.ts'
import { type KindOfSingles, type StoredObject, pick, plain } from './kind.ts'
import { replacing } from './replaced-config.ts'
import { fingerprinted } from './secrets.ts'
import type { ConfigBody } from '../document/sections.ts'
import type { z } from 'zod'

interface OpenedChannel {
  readonly channel: Channel
  readonly stored: StoredConfig
}

const rowOf = (object: StoredObject | undefined): OpenedChannel | undefined => object?.row as OpenedChannel | undefined

export const channelKindOfConfig: KindOfSingles = {
  section: 'channels',
  entityType: 'notification_channel',
  body: createChannel.body as z.ZodObject,
  fixed: ['type'],
  async read({ db, caller, services }) {
    const rows = await storedChannels(db, caller.organization.id)
    return rows
      .filter(({ type }) => channelKind(type) !== undefined)
      .map((channel) => {
        const { id, secrets: _sealed, config, ...fields } = channel
        const kind = kindOf(channel.type)
        const stored = openForChange(kind, services.vault, { ...channel, context: secretContext(id), mask })
        return {
          id,
          name: channel.name,
          body: plain({ ...fields, config: withoutEmptyGroups(fingerprinted(kind, stored)) }),
          shown: () => plain({ ...fields, config: withoutEmptyGroups(shownConfig(kind, { ...stored, config }, mask)) }),
          row: { channel, stored } satisfies OpenedChannel,
        }
      })
  },
  lock: ({ db, caller }, id) => lockChannel(db, caller.organization.id, Number(id)),
  compared(body, before) {
    const kind = kindOf(String(body.type))
    const stored = rowOf(before)?.stored ?? emptyConfig
    const values = mergeStored(kind, stored, { sent: replacing(kind, stored, body.config as ConfigBody), mask })
    return plain({ ...body, config: withoutEmptyGroups(fingerprinted(kind, saveChannelConfig(kind, values))) })
  },
  create: async (run, body) => (await run(createChannel, { body }))!.id,
  async update(run, { before, after, changed }) {
    const config = changed.has('config') && { config: configToSend(before, after.config as ConfigBody) }
    await run(updateChannel, { id: before.id, body: { ...pick(after, changed), ...config } })
  },
  remove: async (run, id) => void (await run(deleteChannel, { id })),
}

/** An empty list of groups is stored with every channel and says nothing. */
function withoutEmptyGroups({ contact_group_ids: groups, ...config }: ConfigBody): ConfigBody {
  return Array.isArray(groups) && groups.length > 0 ? { ...config, contact_group_ids: groups } : config
}

function configToSend(before: StoredObject, wanted: ConfigBody): ConfigBody {
  const { stored, channel } = rowOf(before)!
  return replacing(kindOf(channel.type), stored, wanted)
}
