// An alert on its routes: who gets a delivery, and of whom the delivery log says why not.
import type { Alert } from './alert.ts'
import type { Route, Silence } from './routing.ts'

export interface Recipient {
  readonly name: string
  readonly email: string
  readonly phone: string | null
}

export interface DeliveryDraft {
  readonly organizationId: string
  readonly channelId: number
  readonly alert: Alert
  readonly people: readonly Recipient[]
  readonly oncallPage?: boolean
  readonly failedChannels?: readonly number[]
}

export interface LogEntry {
  readonly organizationId: string
  readonly status: 'sent' | 'failed' | 'silenced'
  readonly alert: Alert
  /** Without an id and a name when there is none that could be told. */
  readonly channel: { readonly id: number | null; readonly type: string; readonly name: string | null }
  readonly oncallPage: boolean
  readonly people: readonly Recipient[]
  readonly attempt: number
  readonly error: string | null
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  readonly recipient: string | null
  readonly silence: Silence | null
  /** The entry of the first failure, when this is another try at what is owed since. */
  readonly retryOf?: number | null
  readonly at: Date
}

export interface RoutedAlert {
  readonly organizationId: string
  readonly alert: Alert
  readonly routes: readonly Route[]
}

/** One for each channel that is told, with the members of the groups it is told for. */
export function deliveriesOf(
  { organizationId, alert, routes }: RoutedAlert,
  members: ReadonlyMap<string, readonly Recipient[]>,
): DeliveryDraft[] {
  return routes
    .filter(({ silence }) => silence === null)
    .map(({ channel, groupIds }) => {
      const people = oncePerAddress(groupIds.flatMap((id) => members.get(id) ?? []))
      return { organizationId, channelId: channel.id, alert, people }
    })
}

function oncePerAddress(people: readonly Recipient[]): Recipient[] {
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()]
}

/** What the log says of those who are not told. */
export function silencesOf({ organizationId, alert, routes }: RoutedAlert, at: Date): LogEntry[] {
  return routes
    .filter(({ silence }) => silence !== null)
    .map(({ channel, silence }) => unsentEntry({ organizationId, alert, channel, at }, { status: 'silenced', silence }))
}

/** An entry for what was never handed to a channel: silenced for a reason, or missed with an error. */
export function unsentEntry(
  about: Pick<LogEntry, 'organizationId' | 'alert' | 'channel' | 'at'>,
  facts: Pick<LogEntry, 'status'> & Partial<LogEntry>,
): LogEntry {
  return {
    oncallPage: false,
    people: [],
    attempt: 0,
    error: null,
    httpStatus: null,
    latencyMs: null,
    recipient: null,
    silence: null,
    ...about,
    ...facts,
  }
}
