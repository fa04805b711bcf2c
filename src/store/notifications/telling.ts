// An alert on its routes: those who are told get a delivery, and of those who are not the log says why.
import type { Alert } from '../../domain/alert.ts'
import type { Route } from '../../domain/routing.ts'
import type { Database } from '../database/database.ts'
import {
  type DeliveryDraft,
  type LogEntry,
  type Recipient,
  addDeliveries,
  logDeliveries,
  membersOf,
} from './deliveries.ts'

export interface Telling {
  readonly organizationId: string
  readonly alert: Alert
  readonly routes: readonly Route[]
}

export async function tell(db: Database, tellings: readonly Telling[], now: Date): Promise<void> {
  const groupIds = tellings.flatMap(({ routes }) => routes.flatMap((route) => route.groupIds))
  const members = await membersOf(db, [...new Set(groupIds)])
  await addDeliveries(
    db,
    tellings.flatMap((telling) => draftsOf(telling, members)),
    now,
  )
  await logDeliveries(
    db,
    tellings.flatMap((telling) => silencesOf(telling, now)),
  )
}

function draftsOf(
  { organizationId, alert, routes }: Telling,
  members: ReadonlyMap<string, Recipient[]>,
): DeliveryDraft[] {
  return routes
    .filter(({ silence }) => silence === null)
    .map(({ channel, groupIds }) => {
      const people = unique(groupIds.flatMap((id) => members.get(id) ?? []))
      return { organizationId, channelId: channel.id, alert, people }
    })
}

function unique(people: readonly Recipient[]): Recipient[] {
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()]
}

function silencesOf({ organizationId, alert, routes }: Telling, at: Date): LogEntry[] {
  return routes
    .filter(({ silence }) => silence !== null)
    .map(({ channel, silence }) => ({
      organizationId,
      status: 'silenced',
      alert,
      channel,
      oncallPage: false,
      people: [],
      attempt: 0,
      error: null,
      httpStatus: null,
      latencyMs: null,
      recipient: null,
      silence,
      at,
    }))
}
