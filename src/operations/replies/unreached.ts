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

export async function recordUnreached(
  { store, clock, log }: Services,
  channel: ReplyChannel,
  { dedupKey, phone, reason, calls, replayKey }: UnreachedPage,
): Promise<void> {
  const { id: channelId, organizationId, userId } = channel
  const incidentId = incidentOfDedupKey(dedupKey, organizationId)
  if (incidentId === null) return
  const now = clock.now()
  await store.transaction(async (tx) => {
    const key = fingerprint(`callback ${channelId} ${replayKey}`)
    if (!(await markReplyUsed(tx, key, new Date(now.getTime() + replyTokenMs)))) return
    const error = calls > 1 ? `${masked(phone)}: ${reason}` : reason
    const noted = await noteUnanswered(tx, { organizationId, incidentId, channelId, error, calls, now })
    if (!noted?.isFailed || noted.stepAt === null) return
    const owner = userId === null ? undefined : await memberOfId(tx, organizationId, userId)
    const person = owner?.name ?? channel.name
    const sentence = `${person} was not reached: ${error}`
    await missPages(tx, [{ organizationId, incidentId, person, sentence, since: noted.stepAt }], now)
  })
  log.info('a call was not answered', { incident: incidentId, channel: channelId, reason })
}
