// Carries out a reply to an alert: the same changes as in the dashboard, with who made them and through which channel.
import { channelKind } from '../../channels/index.ts'
import type { ReplyAction, ReplyAuthor, ReplyResult } from '../../domain/notifying/reply.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type LockedIncident, lockGoingOn } from '../../store/incidents/locked-incident.ts'
import type { ReplyChannel } from '../../store/notifications/reply-channels.ts'
import { markReplyUsed } from '../../store/notifications/used-replies.ts'
import type { Services } from '../registry/services.ts'
import { type ReplyEffect, effects } from './actions.ts'
import { type ResolvedAuthor, refusalOf, resolveAuthor } from './author.ts'
import { type ReplyFacts, resultOf } from './sentences.ts'

export interface ReplyRequest {
  readonly action: ReplyAction
  readonly incidentId: number | null
  readonly author: ReplyAuthor
  /** Hashes of what must not be used twice. */
  readonly keys: readonly Buffer[]
  /** Until when the keys are remembered. */
  readonly rememberUntil: Date
  readonly ip: string
}

export async function carryOut(services: Services, channel: ReplyChannel, request: ReplyRequest): Promise<ReplyResult> {
  const result = await services.store.transaction((tx) => carryOutIn(services, tx, channel, request))
  const { outcome, by } = result
  const { action, incidentId } = request
  services.log.info('reply to an alert', { action, outcome, incident: incidentId, channel: channel.id, by })
  return result
}

async function carryOutIn(
  services: Services,
  tx: Database,
  channel: ReplyChannel,
  request: ReplyRequest,
): Promise<ReplyResult> {
  const { action, incidentId } = request
  const through = throughOf(channel)
  const incident = incidentId === null ? undefined : await lockGoingOn(tx, channel.organizationId, incidentId)
  if (!incident) return resultOf({ action, through, outcome: 'unknown', by: null, incidentUrl: null })
  const finish = (facts: Pick<ReplyFacts, 'outcome' | 'by' | 'reason'>): ReplyResult =>
    resultOf({ action, through, incidentUrl: incidentUrl(services, incident.id), ...facts })
  const author = await resolveAuthor(tx, channel, request.author)
  const reason = refusalOf(author)
  if (reason) return finish({ outcome: 'forbidden', by: author.name, reason })
  const isFirst = await markUsed(tx, request)
  const standing = standingOf(action, incident)
  if (standing) return finish(standing)
  if (!isFirst) return finish({ outcome: 'replayed', by: null })
  const now = services.clock.now()
  const effect = await effects[action](tx, { incident, channel, through, by: author.name, now })
  if ('refused' in effect) return finish({ outcome: 'forbidden', by: author.name, reason: effect.refused })
  await record(tx, { incident, channel, author, through, effect, ip: request.ip, now })
  return finish({ outcome: 'done', by: author.name })
}

/** Whether the incident is already as the reply wants it, or past it. */
export function standingOf(
  action: ReplyAction,
  { status, acknowledgedBy, resolveRequestedAt, resolveRequestedBy }: LockedIncident,
): Pick<ReplyResult, 'outcome' | 'by'> | null {
  if (status === 'resolved') return { outcome: 'resolved', by: null }
  if (action === 'resolve') return resolveRequestedAt === null ? null : { outcome: 'already', by: resolveRequestedBy }
  if (action === 'mute' || status === 'firing') return null
  return { outcome: 'already', by: acknowledgedBy }
}

/** The kind of the channel in a sentence. */
export const throughOf = ({ type }: ReplyChannel): string => channelKind(type)?.nameInSentence ?? type

export const incidentUrl = (services: Services, incidentId: number | null): string | null =>
  incidentId === null ? null : `${services.origin()}/incidents/${incidentId}`

/** Returns false if one of them was used before. */
async function markUsed(tx: Database, { keys, rememberUntil }: ReplyRequest): Promise<boolean> {
  let isFirst = true
  for (const key of keys) isFirst = (await markReplyUsed(tx, key, rememberUntil)) && isFirst
  return isFirst
}

interface ReplyRecord {
  readonly incident: LockedIncident
  readonly channel: ReplyChannel
  readonly author: ResolvedAuthor
  readonly through: string
  readonly effect: ReplyEffect
  readonly ip: string
  readonly now: Date
}

async function record(
  tx: Database,
  { incident, channel, author, through, effect, ip, now }: ReplyRecord,
): Promise<void> {
  await addActivity(tx, {
    organizationId: channel.organizationId,
    actor: { name: author.name, email: author.email },
    events: [
      {
        entityType: 'incident',
        entityId: String(incident.id),
        entityName: incident.message,
        action: effect.activity,
        changes: { ...effect.changes, via: 'reply', client: through, ip },
      },
    ],
    now,
  })
}
