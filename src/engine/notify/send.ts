// The messenger: takes due deliveries, hands each to its channel, and writes down what the transport answered.
import { type ChannelKind, DeliveryFailed, type Receipt } from '../../channels/define.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Config } from '../../domain/monitor.ts'
import type { Vault } from '../../domain/vault.ts'
import { DeadlinePassed } from '../../net/deadline.ts'
import type { Net } from '../../net/index.ts'
import type { Store } from '../../store/database/database.ts'
import {
  type Delivery,
  type Finished,
  claimDeliveries,
  finishDeliveries,
  releaseDeliveries,
} from '../../store/notifications/deliveries.ts'
import { startRounds } from '../rounds.ts'
import { createLanes } from './lanes.ts'

export interface SenderParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly net: Net
  readonly kindOf: (type: string) => ChannelKind | undefined
}

const mostTaken = 512
const perChannel = 8
const retryMs = 500
const longestWaitMs = 20_000
const leaseSeconds = 60
const mostClaims = 5
const restMs = 100
const drainMs = 3000
const gatherMs = 50
const retryWriteMs = 1000

export function startSending(parts: SenderParts): { stop(): Promise<void> } {
  const { store, clock, log } = parts
  const stopping = new AbortController()
  const ledger = createLedger(parts, stopping.signal)
  const lanes = createLanes({
    clock,
    perChannel,
    async send(delivery) {
      const finished = await deliver(parts, delivery)
      return () => ledger.write(finished)
    },
    // Where the database is away, the leases lapse by themselves.
    release: (deliveries) =>
      releaseDeliveries(store, deliveries).catch((error: unknown) =>
        log.warn('deliveries could not be given back', { error: String(error) }),
      ),
  })

  const round = async (): Promise<boolean> => {
    const { size, busy, ahead } = lanes
    if (size >= mostTaken) return false
    const claimed = await claimDeliveries(store, {
      room: mostTaken - size,
      perChannel,
      busy,
      ahead,
      leaseSeconds,
      now: clock.now(),
    })
    if (claimed.length === 0) return false
    lanes.take(claimed)
    // With many waiting for the same few channels, another look is worth it only after some have been delivered.
    const enough = Math.ceil(Math.max(claimed.length, lanes.inQuick) / 2)
    await Promise.race([lanes.whenDone(enough), clock.sleep(restMs, stopping.signal).catch(() => undefined)])
    return true
  }
  const rounds = startRounds({ round, clock, log, complaint: 'deliveries could not be taken; trying again', restMs })

  return {
    async stop() {
      stopping.abort()
      await rounds.stop()
      await Promise.race([lanes.stop(), clock.sleep(drainMs)])
      await ledger.stop()
    },
  }
}

/** Gathers what has ended, so that many endings cost one transaction. In a hurry it waits for nothing before it writes. */
function createLedger({ store, clock, log }: SenderParts, hurry: AbortSignal) {
  let waiting: { finished: Finished; written: () => void }[] = []
  let writing: Promise<void> | undefined
  let stopping = false

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await clock.sleep(gatherMs, hurry).catch(() => undefined)
      const batch = waiting
      waiting = []
      try {
        await finishDeliveries(
          store,
          batch.map(({ finished }) => finished),
          clock.now(),
        )
        for (const { written } of batch) written()
      } catch (error) {
        waiting = [...batch, ...waiting]
        log.error('what came of deliveries could not be stored; trying again', {
          error: String(error),
          deliveries: waiting.length,
        })
        if (stopping) return
        await clock.sleep(retryWriteMs)
      }
    }
  }
  return {
    write: (finished: Finished): Promise<void> =>
      new Promise((written) => {
        waiting.push({ finished, written })
        writing ??= writeAll().finally(() => (writing = undefined))
      }),
    async stop() {
      stopping = true
      await writing
    },
  }
}

interface Tried {
  readonly attempt: number
  readonly receipt?: Receipt
  readonly failure?: DeliveryFailed
  readonly silence?: 'disabled'
  readonly latencyMs: number
}

/** Never fails: what goes wrong is what came of it. */
export async function deliver(parts: SenderParts, delivery: Delivery): Promise<Finished> {
  const tried = await tryTwice(parts, delivery)
  const { channel, organizationId, alert, people, oncallPage } = delivery
  const { receipt, failure, silence = null } = tried
  const failedChannels = [...delivery.failedChannels, channel.id]
  if (failure)
    parts.log.warn('a delivery failed', {
      channel: channel.id,
      type: channel.type,
      incident: alert.incident.id,
      error: failure.message,
    })
  const goesOn =
    failure !== undefined &&
    channel.fallbackId !== null &&
    !failedChannels.includes(channel.fallbackId) &&
    alert.test === null
  return {
    id: delivery.id,
    fallbackId: goesOn ? channel.fallbackId : null,
    failedChannels,
    entry: {
      organizationId,
      status: silence ? 'silenced' : failure ? 'failed' : 'sent',
      alert,
      channel,
      oncallPage,
      people,
      attempt: tried.attempt,
      error: failure?.message ?? null,
      httpStatus: failure ? failure.httpStatus : (receipt?.httpStatus ?? null),
      latencyMs: silence ? null : Math.round(tried.latencyMs),
      recipient: receipt?.recipient ?? null,
      silence,
      at: parts.clock.now(),
    },
  }
}

/** A second try half a second later, or when the receiver asked for; none where it cannot help. */
async function tryTwice(parts: SenderParts, delivery: Delivery): Promise<Tried> {
  // Switched off since it was routed, or the fallback of another: routing did not see it.
  if (!delivery.channel.enabled) return { attempt: 0, silence: 'disabled', latencyMs: 0 }
  // Whatever ended the process before it came to an end may well be this delivery.
  if (delivery.claims > mostClaims) return setAside(`set aside after ${mostClaims} tries that did not come to an end`)
  const first = await tryOnce(parts, delivery, 1)
  if (!first.failure) return first
  const { permanent, retryAfterMs } = first.failure
  const asContracted = isWebhook(delivery)
  if (permanent && !asContracted) return first
  await parts.clock.sleep(asContracted ? retryMs : Math.min(Math.max(retryAfterMs ?? 0, retryMs), longestWaitMs))
  return tryOnce(parts, delivery, 2)
}

// The contract has webhooks tried twice, half a second apart, whatever they answer.
const isWebhook = ({ channel }: Delivery): boolean => channel.type === 'webhook' || channel.type === 'zapier'

const setAside = (message: string): Tried => ({
  attempt: mostClaims,
  failure: new DeliveryFailed(message, { permanent: true }),
  latencyMs: 0,
})

async function tryOnce(parts: SenderParts, delivery: Delivery, attempt: number): Promise<Tried> {
  const { clock, log } = parts
  const attemptMs = parts.kindOf(delivery.channel.type)?.attemptMs ?? 0
  const start = clock.monotonicMs()
  const own = new AbortController()
  const inTime = clock.after(attemptMs, () => own.abort(new DeadlinePassed(attemptMs)))
  const tried = (what: Pick<Tried, 'receipt' | 'failure'>): Tried => ({
    attempt,
    latencyMs: clock.monotonicMs() - start,
    ...what,
  })
  try {
    return tried({ receipt: await handOver(parts, delivery, own.signal) })
  } catch (error) {
    if (error instanceof DeliveryFailed) return tried({ failure: error })
    log.error('a delivery failed for a reason of ours', {
      channel: delivery.channel.id,
      type: delivery.channel.type,
      error: String(error),
    })
    return tried({
      failure: new DeliveryFailed('could not be delivered for a reason of ours; this has been logged', {
        cause: error,
      }),
    })
  } finally {
    inTime()
  }
}

async function handOver(
  { vault, net, clock, kindOf }: SenderParts,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Receipt> {
  const { channel, alert, people } = delivery
  const kind = kindOf(channel.type)
  if (!kind) throw new DeliveryFailed(`this version knows no ${channel.type} channels`, { permanent: true })
  return kind.send(alert, configOf(channel, vault), {
    net,
    clock,
    signal,
    people,
    dedupKey: `lapwing-${alert.organization.id}-${alert.incident.id}`,
  })
}

const opened = new WeakMap<Delivery['channel'], Config>()

/** With its secrets. Deliveries that were taken together share their channel, and so it is opened once. */
function configOf(channel: Delivery['channel'], vault: Vault): Config {
  const known = opened.get(channel)
  if (known) return known
  const secrets = channel.secrets ? (JSON.parse(vault.open(channel.secrets, secretContext(channel.id))) as Config) : {}
  const config = { ...channel.config, ...secrets }
  opened.set(channel, config)
  return config
}
