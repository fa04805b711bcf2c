// Calls that nobody answered: the delivery counts as failed, and the escalation goes on.
import type { UnreachedPage } from '../../channels/define.ts'
import { masked } from '../../channels/shared/mask.ts'
import { incidentOfDedupKey, replyTokenMs } from '../../domain/notifying/reply.ts'
import { fingerprint } from '../../domain/secret.ts'
import { memberOfId } from '../../store/accounts/users.ts'
import { noteUnanswered } from '../../store/notifications/log.ts'
import type { ReplyChannel } from '../../store/notifications/reply-channels.ts'
import { markReplyUsed } from '../../store/notifications/used-replies.ts'
import { missPages } from '../../store/on-call/missed-pages.ts'
import type { Services } from '../registry/services.ts'

const maxWaits = 5
const waitMs = 1000

/** A call can end before its delivery is in the log, so it is looked up again for a few seconds. */
export async function recordUnreached(services: Services, channel: ReplyChannel, page: UnreachedPage): Promise<void> {
  const { store, clock, log } = services
  const outageId = incidentOfDedupKey(page.dedupKey, channel.organizationId)
  if (outageId === null) return
  const key = fingerprint(`callback ${channel.id} ${page.replayKey}`)
  if (!(await markReplyUsed(store, key, new Date(clock.now().getTime() + replyTokenMs)))) return
  for (let waits = 0; !(await record(services, channel, { ...page, outageId })); waits++) {
    if (waits === maxWaits) return
    await clock.sleep(waitMs)
  }
  log.info('a call was not answered', { incident: outageId, channel: channel.id, reason: page.reason })
}

/** Returns false if there is no delivery that it could belong to. */
function record(
  { store, clock }: Services,
  { id: channelId, organizationId, name }: ReplyChannel,
  { outageId, phone, reason, calls }: UnreachedPage & { readonly outageId: number },
): Promise<boolean> {
  const now = clock.now()
  return store.transaction(async (tx) => {
    const error = calls > 1 ? `${masked(phone)}: ${reason}` : reason
    const noted = await noteUnanswered(tx, { organizationId, outageId, channelId, error, calls, now })
    if (!noted) return false
    const { isFailed, page, incidentId, sentAt: since } = noted
    if (!isFailed || page === null) return true
    const person = page.userId === null ? undefined : await memberOfId(tx, organizationId, page.userId)
    const sentence = `${person?.name ?? name} was not reached: ${error}`
    await missPages(tx, [{ organizationId, incidentId, outageId, channelId, page, sentence, since }], now)
    return true
  })
}
