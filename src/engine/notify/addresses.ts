// The addresses that deliveries reach, so that nobody gets an event twice at one of them.
import type { ChannelKind } from '../../channels/define.ts'
import { channelKind } from '../../channels/index.ts'
import { openConfig } from '../../channels/shared/secrets.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { type DeliveryDraft, type LogEntry, unsentEntry } from '../../domain/notifying/delivery.ts'
import { type AddressedDelivery, onePerAddress } from '../../domain/notifying/one-per-address.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Database } from '../../store/database/database.ts'
import type { Delivery } from '../../store/notifications/deliveries.ts'
import { channelsOf } from '../../store/notifications/delivery-channels.ts'

export interface ReducedEvents {
  readonly deliveries: readonly DeliveryDraft[]
  /** The log entries of what is not sent. */
  readonly repeated: readonly LogEntry[]
}

/** Each event is what becomes of one alert: all deliveries through which people get it. */
export async function reduceEvents(
  db: Database,
  events: readonly (readonly DeliveryDraft[])[],
  { vault, now }: { vault: Vault; now: Date },
): Promise<ReducedEvents> {
  const several = events.filter((event) => event.length > 1).flat()
  const channels = await channelsOf(db, [...new Set(several.map(({ channelId }) => channelId))])
  const reduced = events.map((event) => onePerAddress(event.map((draft) => addressed(draft, channels, vault))))
  return {
    deliveries: reduced.flatMap(({ sent }) =>
      sent.map(({ reached, ...draft }) => ({ ...draft, reached: reached.map((address) => hashOf(address, vault)) })),
    ),
    repeated: reduced.flatMap(({ repeated }) => repeated.flatMap((draft) => entryOf(draft, channels, now))),
  }
}

function addressed(
  draft: DeliveryDraft,
  channels: ReadonlyMap<number, Delivery['channel']>,
  vault: Vault,
): AddressedDelivery {
  const channel = channels.get(draft.channelId)
  const inbox = channel?.enabled ? channelKind(channel.type)?.inbox : null
  if (!channel || !inbox) return { draft, own: [], addressOf: () => null }
  const named = (address: string): string => `${inbox.medium} ${address}`
  return {
    draft,
    own: inbox.key === undefined ? [] : ownAddresses(channel, inbox.key, vault).map(named),
    addressOf(person) {
      const address = inbox.addressOf?.(person) ?? null
      return address === null ? null : named(address)
    },
  }
}

/** None if the secrets cannot be opened: the delivery fails and says so. */
function ownAddresses(channel: Delivery['channel'], key: string, vault: Vault): string[] {
  try {
    return listed(openConfig(vault, channel)[key])
  } catch {
    return []
  }
}

const listed = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string')

// A number is secret, and its plain hash would be guessed.
const hashOf = (address: string, vault: Vault): string =>
  vault.sign(Buffer.from(address), 'address of a delivery').subarray(0, 16).toString('base64url')

function entryOf(draft: DeliveryDraft, channels: ReadonlyMap<number, Delivery['channel']>, at: Date): LogEntry[] {
  const channel = channels.get(draft.channelId)
  if (!channel) return []
  const { organizationId, alert, people, page = null, oncallPage = false } = draft
  const recipient = channelKind(channel.type)?.recipient(channel.config, people) ?? null
  const facts = { status: 'silenced', silence: 'same_address', people, page, oncallPage, recipient } as const
  return [unsentEntry({ organizationId, alert, channel, at }, facts)]
}

/** The config without the channel's own addresses that get the event another way. */
export function unreached(
  reached: readonly string[],
  config: MonitorConfig,
  { kind, vault }: { kind: ChannelKind; vault: Vault },
): MonitorConfig {
  const { inbox } = kind
  if (reached.length === 0 || inbox?.key === undefined) return config
  const left = listed(config[inbox.key]).filter(
    (address) => !reached.includes(hashOf(`${inbox.medium} ${address}`, vault)),
  )
  return { ...config, [inbox.key]: left }
}
