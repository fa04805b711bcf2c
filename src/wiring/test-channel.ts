// Sends a test through a channel from the command line and reports the result; works while Lapwing runs.
import { channelKind } from '../channels/index.ts'
import { withDatabase } from './commands.ts'
import type { LogEntry } from '../domain/notifying/delivery.ts'
import type { RoutedChannel } from '../domain/notifying/routing.ts'
import { deliver } from '../engine/notify/attempt.ts'
import { createPushIdentity } from '../engine/notify/push-identity.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { type DatabaseParts, openDatabaseBeside } from './open-database.ts'
import { draftTest } from '../operations/channels/draft-test.ts'
import { unqueuedDelivery } from './send-test.ts'
import { mailWithNet } from './mail.ts'
import { openVault } from './open-vault.ts'
import { BadSetting } from '../settings.ts'
import { addActivity } from '../store/accounts/activity.ts'
import { listOrganizations } from '../store/accounts/organizations.ts'
import type { Store } from '../store/database/database.ts'
import { routedChannels } from '../store/notifications/channels.ts'
import type { Delivery } from '../store/notifications/deliveries.ts'
import { channelsOf } from '../store/notifications/delivery-channels.ts'
import { logDeliveries } from '../store/notifications/log.ts'

export interface WantedTest {
  readonly name: string
  /** Its slug; required only if there are several. */
  readonly organization: string | undefined
}

export interface TriedChannel {
  readonly arrived: boolean
  readonly sentence: string
}

type ListedOrganization = Awaited<ReturnType<typeof listOrganizations>>[number]

/** All channels with that name, because names are not unique. */
export function testChannel(parts: DatabaseParts, { name, organization: slug }: WantedTest): Promise<TriedChannel[]> {
  return withDatabase(parts, openDatabaseBeside, async (store) => {
    const organization = chooseOrganization(await listOrganizations(store), slug)
    const tried: TriedChannel[] = []
    for (const channel of channelsNamed(await routedChannels(store, [organization.id]), name)) {
      const delivery = await testDelivery(store, { organization, channel }, parts.clock.now())
      tried.push(resultOf(channel, await send(parts, store, delivery)))
    }
    return tried
  })
}

function chooseOrganization(
  organizations: readonly ListedOrganization[],
  slug: string | undefined,
): ListedOrganization {
  if (organizations.length === 0)
    throw new BadSetting('No organization exists yet: start Lapwing once with `npm start`.')
  const found = organizations.filter((organization) => slug === undefined || organization.slug === slug)
  if (found.length === 1) return found[0]!
  const slugs = organizations.map((organization) => organization.slug).join(', ')
  throw new BadSetting(
    slug === undefined
      ? `There are several organizations; choose one with --organization: ${slugs}.`
      : `${slug} is not an organization; --organization takes a slug: ${slugs}.`,
  )
}

function channelsNamed<Channel extends RoutedChannel>(channels: readonly Channel[], name: string): Channel[] {
  const found = channels.filter((channel) => channel.name.toLowerCase() === name.toLowerCase())
  if (found.length > 0) return found
  if (channels.length === 0)
    throw new BadSetting('No channels exist yet: add one to the provision file and start Lapwing with it.')
  const names = [...new Set(channels.map((channel) => `"${channel.name}"`))].join(', ')
  throw new BadSetting(`${name} is not a channel. Existing channels: ${names}.`)
}

async function testDelivery(
  store: Store,
  { organization, channel }: { organization: ListedOrganization; channel: RoutedChannel },
  now: Date,
): Promise<Delivery> {
  const draft = await draftTest(store, { organization, channel }, now)
  return unqueuedDelivery(draft, (await channelsOf(store, [channel.id])).get(channel.id)!)
}

/** Sends the test from this process, so that the result is known; the delivery log records it like every test. */
async function send({ settings, clock, log }: DatabaseParts, store: Store, delivery: Delivery): Promise<LogEntry> {
  const net = createNet({ policy: createPolicy({ allowPrivate: settings.allowPrivateTargets ?? true }), clock })
  const vault = await openVault(settings, store)
  const pushIdentity = createPushIdentity({ store, vault, origin: () => settings.publicUrl ?? null })
  const sender = {
    clock,
    log,
    vault,
    net,
    kindOf: channelKind,
    origin: () => null,
    pushIdentity,
    mail: mailWithNet({ settings, clock }),
  }
  const { entries } = await deliver(sender, delivery)
  const { organizationId, channel } = delivery
  const tested = {
    entityType: 'notification_channel',
    entityId: String(channel.id),
    entityName: channel.name,
    action: 'notification_channel.tested',
    changes: {},
  }
  await store.transaction(async (tx) => {
    await logDeliveries(tx, entries)
    await addActivity(tx, { organizationId, actor: null, events: [tested], now: clock.now() })
  })
  return entries[0]!
}

function resultOf({ name, type }: RoutedChannel, entry: LogEntry): TriedChannel {
  return { arrived: entry.status === 'sent', sentence: `${name} (${type}): ${outcomeOf(entry)}` }
}

function outcomeOf({ status, httpStatus, latencyMs, error, attempt }: LogEntry): string {
  if (status === 'silenced') return 'not sent, because the channel is disabled; enable it first.'
  const tries = attempt > 1 ? `, ${attempt} times` : ''
  if (status === 'failed') return `not delivered${tries}: ${error}.`
  const answer = httpStatus === null ? 'took it' : `answered ${httpStatus}`
  return `delivered; the receiver ${answer} after ${latencyMs} ms.`
}
