// Channels of other tools in our terms. A channel whose settings lack a required key is still worth importing: its
// contact group and the monitors that notify it are, and people add the rest.
import { type DocumentFields, lineWithin, textIn, withoutUndefined } from './drafting.ts'
import type { ImportChange, ImportedChannel, ImportedPerson, SkippedItem, SourceItem } from './setup.ts'

const maxName = 100

/** What an item of the other tool becomes, without what all its items have. */
export type MatchedChannel = Pick<ImportedChannel, 'type' | 'config'> & { readonly people?: readonly ImportedPerson[] }

/** Reads the settings of one kind of channel of the other tool. */
export type ReadChannelKind = (settings: DocumentFields, changes: ImportChange[]) => MatchedChannel

interface ChannelInTheirWords extends SourceItem, MatchedChannel {
  readonly isEnabled?: boolean
  readonly changes?: readonly ImportChange[]
}

export function draftChannel({ key, name, sourceType, ...theirs }: ChannelInTheirWords): ImportedChannel {
  return {
    kind: 'channel',
    key,
    name: lineWithin(name, maxName) || `${sourceType} ${key}`.slice(0, maxName),
    sourceType,
    type: theirs.type,
    config: withoutEmpty(theirs.config),
    people: theirs.people ?? [],
    isEnabled: theirs.isEnabled ?? true,
    changes: theirs.changes ?? [],
  }
}

export function skipChannel(item: SourceItem, reason: string, nearest: string | null = null): SkippedItem {
  return { kind: 'channel', key: item.key, name: item.name, sourceType: item.sourceType, reason, nearest }
}

/** Tools write empty texts for what is not set. */
const withoutEmpty = (config: DocumentFields): DocumentFields =>
  Object.fromEntries(Object.entries(withoutUndefined(config)).filter(([, value]) => value !== ''))

/** People of a header such as `Ada <ada@example.com>, grace@example.com`; the name is the address if there is none. */
export function peopleIn(...headers: readonly unknown[]): ImportedPerson[] {
  const people = headers
    .flatMap((header) => textIn(header).split(/[,;]/))
    .flatMap((text) => {
      const [, name = '', email = ''] = /^\s*(?:"?([^"<]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(text) ?? []
      return email ? [{ name: lineWithin(name, maxName) || email.slice(0, maxName), email }] : []
    })
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()]
}

/** A program that reads the messages of the other tool has to learn ours. */
export function noteFormat(tool: string, changes: ImportChange[]): void {
  const reason = 'the receiver has to read the events of Lapwing'
  changes.push({ field: 'format', from: `messages of ${tool}`, to: 'events of Lapwing', reason })
}
