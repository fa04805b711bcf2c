// Claims due deliveries, sends each through its channel, and stores the results.
import { rest } from '../../domain/clock.ts'
import { KeptConnections } from '../../net/http/kept-connections.ts'
import { nextDelivery } from '../../store/checking/due-times.ts'
import type { Store } from '../../store/database/database.ts'
import { claimDeliveries, releaseDeliveries } from '../../store/notifications/deliveries.ts'
import { deliveryLeaseSeconds } from '../../store/notifications/owed-deliveries.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'
import { type SenderParts, deliver } from './attempt.ts'
import { ChannelQueues } from './channel-queues.ts'
import { condenseOwed } from './condense-owed.ts'
import { startResultWriter } from './result-writer.ts'

const maxTaken = 1024
const perChannel = 8
const restMs = 100
const drainMs = 3000

export interface SendingServices extends Omit<SenderParts, 'connections'> {
  readonly store: Store
  /** Process that owns the leases. */
  readonly processId?: number
  readonly board?: Pick<DueBoard, 'add'>
}

export function startSending(parts: SendingServices): { stop(): Promise<void> } {
  const { store, clock, log } = parts
  const stopping = new AbortController()
  const results = startResultWriter(parts, stopping.signal)
  const connections = new KeptConnections(clock)
  const keeping = { ...parts, connections }
  const queues = new ChannelQueues({
    clock,
    perChannel,
    send: (delivery) => deliver(keeping, delivery).then((result) => () => results.write(result)),
    // Without the database, the leases end by themselves.
    release: (deliveries) =>
      releaseDeliveries(store, deliveries).catch((error: unknown) =>
        log.warn('deliveries could not be released', { error: String(error) }),
      ),
  })
  let isSending = false
  const round = async (): Promise<boolean> => {
    const taken = await takeDue(parts, queues)
    isSending = taken > 0
    if (!isSending) return false
    // If many deliveries wait for the same few channels, more can be claimed only after some were sent.
    const enough = Math.ceil(Math.max(taken, queues.inQuick) / 2)
    await Promise.race([queues.whenDone(enough), rest(clock, restMs, stopping.signal)])
    return true
  }
  const failureMessage = 'deliveries could not be claimed; trying again'
  const untilDue = parts.board?.add({ dueAt: (now) => nextDelivery(now, isSending) })
  const rounds = startRounds({ round, clock, log, failureMessage, restMs, untilDue })
  return {
    async stop() {
      stopping.abort()
      await rounds.stop()
      await Promise.race([queues.stop(), clock.sleep(drainMs)])
      connections.close()
      await results.stop()
    },
  }
}

/** Returns how many there were. */
async function takeDue(parts: SendingServices, queues: ChannelQueues): Promise<number> {
  const { store, clock, processId } = parts
  const { size, busy, ahead } = queues
  if (size >= maxTaken) return 0
  await condenseOwed(parts)
  const now = clock.now()
  const claim = { room: maxTaken - size, perChannel, busy, ahead, leaseSeconds: deliveryLeaseSeconds, processId, now }
  const claimed = await claimDeliveries(store, claim)
  if (claimed.length > 0) queues.take(claimed)
  return claimed.length
}
