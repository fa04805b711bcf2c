// One step of an escalation: from its targets to the channels that are notified, and to the people who cannot be
// reached.
import { type Route, type RoutedChannel, type Silence, routesOf } from '../notifying/routing.ts'
import { type EscalationTarget, targetKey } from './escalation.ts'
import type { ReaderLanguage } from '../text/language.ts'
import { type PagingPreferences, pageSilence, pageSilenceText } from './quiet-hours.ts'

export interface PagedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Null for the organization's. */
  readonly timezone: string | null
  /** The same. */
  readonly language: ReaderLanguage | null
}

/** Who is on call; until when, if the shift ends within the span of the context. */
export interface CurrentShift {
  readonly userId: string
  readonly until: Date | null
}

/** A channel through which one person is paged. */
export interface PersonalChannel {
  readonly id: number
  readonly type: string
  readonly name: string
}

export interface PagingContext {
  /** The names of the existing targets, by their keys. */
  readonly names: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, PagedPerson>
  onCall(scheduleId: number): CurrentShift | null
  /** The personal channels of a user. */
  channelsOf(userId: string): readonly PersonalChannel[]
  /** Null for those who want every page. */
  preferencesOf(userId: string): PagingPreferences | null
  readonly at: Date
  /** The channels of the organization. */
  readonly channels: readonly RoutedChannel[]
  /** Whether a channel of this type needs recipients. */
  needsRecipients(type: string): boolean
  /** The groups that the alert is for. */
  readonly groupIds: readonly string[]
  readonly severity: string
}

export interface PersonalPage {
  readonly person: PagedPerson
  readonly channel: PersonalChannel
  /** The schedule that the person is on call for, if that is why. */
  readonly onCall: { readonly schedule: string; readonly until: Date | null } | null
}

export interface SilencedPage extends PersonalPage {
  readonly silence: Silence
}

/** Somebody who is not paged, or a target that leads to nobody. */
export interface UnpagedTarget {
  readonly name: string | null
  readonly reason: string
}

export interface Pages {
  readonly routes: readonly Route[]
  readonly personal: readonly PersonalPage[]
  /** Pages that people do not want now. */
  readonly silenced: readonly SilencedPage[]
  readonly missed: readonly UnpagedTarget[]
  /** The people and channels that the timeline names. */
  readonly paged: readonly {
    readonly type: EscalationTarget['type']
    readonly id: string | number
    readonly name: string
  }[]
}

const nobody: Pages = { routes: [], personal: [], silenced: [], missed: [], paged: [] }
const missing = (reason: string, name: string | null = null): Pages => ({ ...nobody, missed: [{ name, reason }] })

const nouns = { schedule: 'on-call schedule', user: 'person', contact_group: 'contact group', channel: 'channel' }

export function pagesFor(targets: readonly EscalationTarget[], context: PagingContext): Pages {
  const all = targets.map((target) => pagesTo(target, context))
  return {
    routes: oncePerChannel(all.flatMap(({ routes }) => routes)),
    personal: once(
      all.flatMap(({ personal }) => personal),
      personalKey,
    ),
    silenced: once(
      all.flatMap(({ silenced }) => silenced),
      personalKey,
    ),
    missed: once(
      all.flatMap(({ missed }) => missed),
      missedText,
    ),
    paged: once(
      all.flatMap(({ paged }) => paged),
      ({ type, id }) => `${type} ${id}`,
    ),
  }
}

const personalKey = ({ person, channel }: PersonalPage): string => `${person.id} ${channel.id}`

export const missedText = ({ name, reason }: UnpagedTarget): string =>
  `${name === null ? 'nobody was paged' : `${name} was not paged`}: ${reason}`

/** The same in a preview. */
export const expectedMissText = ({ name, reason }: UnpagedTarget): string =>
  `${name === null ? 'nobody would be paged' : `${name} would not be paged`}: ${reason}`

export const missedBy = ({ person, silence }: SilencedPage): UnpagedTarget => ({
  name: person.name,
  reason: pageSilenceText(silence),
})

/** Whether someone gets the page. */
export const reachesSomeone = ({ routes, personal }: Pages): boolean =>
  personal.length > 0 || routes.some(({ silence }) => silence === null)

function pagesTo(target: EscalationTarget, context: PagingContext): Pages {
  const name = context.names.get(targetKey(target))
  if (name === undefined) return missing(`the ${nouns[target.type]} of this step was deleted`)
  switch (target.type) {
    case 'user':
      return pagesToPerson({ userId: target.id, onCall: null }, context)
    case 'schedule': {
      const shift = context.onCall(target.id)
      return shift === null
        ? missing(`nobody is on call in ${name}`)
        : pagesToPerson({ userId: shift.userId, onCall: { schedule: name, until: shift.until } }, context)
    }
    case 'contact_group': {
      const routes = routesOf(occasion(context, [target.id]), context.channels)
      if (routes.length === 0) return missing(`no channel receives the alerts of ${name}`)
      return { ...nobody, routes, paged: [{ ...target, name }] }
    }
    case 'channel': {
      // A channel that the step names takes the alert regardless of its groups.
      const named = context.channels
        .filter(({ id }) => id === target.id)
        .map((channel) => ({ ...channel, isDefault: true }))
      return { ...nobody, routes: routesOf(occasion(context, context.groupIds), named), paged: [{ ...target, name }] }
    }
  }
}

const occasion = ({ severity }: PagingContext, groupIds: readonly string[]) => ({
  severity,
  groupIds,
  silence: null,
})

/** Uses all personal channels of the user; a user without any is emailed through a channel of the organization. */
function pagesToPerson(
  { userId, onCall }: Pick<PersonalPage, 'onCall'> & { userId: string },
  context: PagingContext,
): Pages {
  const person = context.people.get(userId)
  if (!person) return missing('the person in this step has left the organization')
  const own = context.channelsOf(userId)
  const channels = own.length > 0 ? own : writingChannel(context)
  if (channels.length === 0) return missing('no contact method, and no email channel to use instead', person.name)
  const preferences = context.preferencesOf(userId)
  const silence = preferences && pageSilence(preferences, context)
  if (silence) {
    const silenced = channels.map((channel) => ({ person, channel, onCall, silence }))
    return { ...nobody, silenced, missed: silenced.slice(0, 1).map(missedBy) }
  }
  const paged = [{ type: 'user' as const, id: person.id, name: person.name }]
  return { ...nobody, personal: channels.map((channel) => ({ person, channel, onCall })), paged }
}

function writingChannel({ channels, needsRecipients }: PagingContext): RoutedChannel[] {
  const writing = channels.filter(({ type, enabled }) => needsRecipients(type) && enabled)
  const usual = writing.filter(({ isDefault }) => isDefault)
  return (usual.length > 0 ? usual : writing).slice(0, 1)
}

/** A channel that several targets lead to is notified once, for the groups of all of them. */
function oncePerChannel(routes: readonly Route[]): Route[] {
  return once(routes, ({ channel }) => String(channel.id)).map((route) => {
    const groupIds = routes.filter(({ channel }) => channel.id === route.channel.id).flatMap((other) => other.groupIds)
    return { ...route, groupIds: [...new Set(groupIds)] }
  })
}

function once<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Map<string, Item>()
  for (const item of items) if (!seen.has(keyOf(item))) seen.set(keyOf(item), item)
  return [...seen.values()]
}
