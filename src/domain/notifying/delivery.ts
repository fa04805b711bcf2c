// Turns the routes of an alert into deliveries, and into log entries for channels that are skipped.
import type { ReaderLanguage } from '../text/language.ts'
import type { Alert } from './alert.ts'
import type { Route, Silence } from './routing.ts'

export interface Recipient {
  readonly name: string
  readonly email: string
  readonly phone: string | null
  /** Null and missing for the organization's. */
  readonly language?: ReaderLanguage | null
}

/** The step of an escalation that a page belongs to, and the person it is for; null for a channel or a group. */
export interface PageOrigin {
  /** Null if someone chose the person. */
  readonly policyId: string | null
  readonly step: number
  readonly round: number
  readonly userId: string | null
  /** Whether it is sent in place of an alert to the same address. */
  readonly replacesAlert?: boolean
}

export interface DeliveryDraft {
  readonly organizationId: string
  readonly channelId: number
  readonly alert: Alert
  readonly people: readonly Recipient[]
  readonly oncallPage?: boolean
  readonly page?: PageOrigin | null
  /** Hashes of the channel's own addresses that get the event another way. */
  readonly reached?: readonly string[]
  /** Whether it is sent although the receiver has refused an earlier alert of its incident. */
  readonly overtakes?: boolean
  readonly failedChannels?: readonly number[]
  /** Of a fallback: whether recipients matter, not only the channel. */
  readonly needsRecipients?: boolean
  /** Whether programs read the fallback channel. */
  readonly isForPrograms?: boolean
}

export interface LogEntry {
  readonly organizationId: string
  readonly status: 'sent' | 'failed' | 'silenced'
  /** Whether the receiver may have it, although it did not confirm it. */
  readonly isUncertain?: boolean
  readonly alert: Alert
  /** Without id and name if no channel exists. */
  readonly channel: { readonly id: number | null; readonly type: string; readonly name: string | null }
  readonly oncallPage: boolean
  readonly page?: PageOrigin | null
  readonly people: readonly Recipient[]
  readonly attempt: number
  readonly error: string | null
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  readonly recipient: string | null
  /** The id of the message, if later alerts of the incident change it. */
  readonly messageId?: string | undefined
  readonly silence: Silence | null
  /** The log entry of the first failure, if this is a retry. */
  readonly retryOf?: number | null
  readonly at: Date
}

export interface RoutedAlert {
  readonly organizationId: string
  readonly alert: Alert
  readonly routes: readonly Route[]
  /** Programs get each event, whatever became of those before. */
  readonly overtakes?: boolean
  readonly page?: PageOrigin | null
}

/** One delivery per channel, with the members of the groups it is notified for, and one for each further person. */
export function deliveriesOf(
  { organizationId, alert, routes, overtakes = false, page = null }: RoutedAlert,
  members: ReadonlyMap<string, readonly Recipient[]>,
): DeliveryDraft[] {
  return routes
    .filter(({ silence }) => silence === null)
    .map(({ channel, groupIds }) => {
      const people = oncePerAddress(groupIds.flatMap((id) => members.get(id) ?? []))
      return { organizationId, channelId: channel.id, alert, people, overtakes, page }
    })
}

function oncePerAddress(people: readonly Recipient[]): Recipient[] {
  const byAddress = new Map<string, Recipient>()
  for (const person of people) {
    const address = person.email.toLowerCase()
    // A contact may have the number, and the member with the same address the language.
    const language = person.language ?? byAddress.get(address)?.language
    byAddress.set(address, language ? { ...person, language } : person)
  }
  return [...byAddress.values()]
}

/** The log entries of skipped channels. */
export function silencesOf({ organizationId, alert, routes }: RoutedAlert, at: Date): LogEntry[] {
  return routes
    .filter(({ silence }) => silence !== null)
    .map(({ channel, silence }) => unsentEntry({ organizationId, alert, channel, at }, { status: 'silenced', silence }))
}

/** A log entry for an alert that was never sent: skipped for a reason, or missed with an error. */
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
