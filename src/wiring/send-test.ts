// Sends a test at once, bypassing the queue, because the user waits for the result.
import type { MailSubmission, PushIdentity } from '../channels/define.ts'
import { channelKind } from '../channels/index.ts'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { DeliveryDraft } from '../domain/notifying/delivery.ts'
import type { Vault } from '../domain/vault.ts'
import { deliverOnce } from '../engine/notify/attempt.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { SendTest } from '../operations/registry/services.ts'
import type { Delivery } from '../store/notifications/deliveries.ts'

interface SendTestServices {
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly allowPrivate: boolean
  readonly pushIdentity: () => Promise<PushIdentity>
  readonly mail: MailSubmission | null
}

export function createSendTest({ clock, log, vault, allowPrivate, pushIdentity, mail }: SendTestServices): SendTest {
  const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
  return async (test, channel) => {
    const delivery = unqueuedDelivery(test, {
      ...channel,
      enabled: true,
      secrets: null,
      fallbackId: null,
      fallbackType: null,
    })
    const { status, httpStatus, latencyMs, error } = await deliverOnce(
      { clock, log, vault, net, kindOf: channelKind, origin: () => null, pushIdentity, mail },
      delivery,
    )
    return { arrived: status === 'sent', httpStatus, latencyMs, error }
  }
}

export function unqueuedDelivery(
  { organizationId, alert, people }: DeliveryDraft,
  channel: Delivery['channel'],
): Delivery {
  return {
    id: 0,
    organizationId,
    alert,
    people: [...people],
    oncallPage: false,
    failedChannels: [],
    reached: [],
    claims: 1,
    owedSince: null,
    firstEntryId: null,
    earlierMessages: [],
    channel,
  }
}
