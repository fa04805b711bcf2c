// One step of an escalation: from its targets to the channels that are told, and to those who cannot be reached.
import { type Route, type RoutedChannel, routesOf } from '../routing.ts'
import { type Target, targetKey } from './escalation.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** A channel through which one person is paged. */
export interface Way {
  readonly id: number
  readonly type: string
  readonly name: string
}

export interface Surroundings {
  /** The names of the targets that are there, by their keys. */
  readonly names: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, Person>
  onCall(scheduleId: number): string | null
  /** Somebody's own ways to be paged. */
  waysTo(userId: string): readonly Way[]
  /** The channels of the organization. */
  readonly channels: readonly RoutedChannel[]
  /** The groups whose alert it is. */
  readonly groupIds: readonly string[]
  readonly severity: string
}

export interface Pages {
  readonly routes: readonly Route[]
  readonly personal: readonly { readonly person: Person; readonly way: Way }[]
  /** Who should have been paged and was not, each in a sentence. */
  readonly missed: readonly string[]
  /** Whom the timeline names. */
  readonly paged: readonly { readonly type: Target['type']; readonly id: string | number; readonly name: string }[]
}

const nobody: Pages = { routes: [], personal: [], missed: [], paged: [] }
const missing = (sentence: string): Pages => ({ ...nobody, missed: [sentence] })

const nouns = { schedule: 'on-call schedule', user: 'person', contact_group: 'contact group', channel: 'channel' }

export function pagesFor(targets: readonly Target[], around: Surroundings): Pages {
  const all = targets.map((target) => pagesTo(target, around))
  return {
    routes: oncePerChannel(all.flatMap(({ routes }) => routes)),
    personal: once(
      all.flatMap(({ personal }) => personal),
      ({ person, way }) => `${person.id} ${way.id}`,
    ),
    missed: [...new Set(all.flatMap(({ missed }) => missed))],
    paged: once(
      all.flatMap(({ paged }) => paged),
      ({ type, id }) => `${type} ${id}`,
    ),
  }
}

function pagesTo(target: Target, around: Surroundings): Pages {
  const name = around.names.get(targetKey(target))
  if (name === undefined) return missing(`nobody was paged: the ${nouns[target.type]} that the step names is gone`)
  switch (target.type) {
    case 'user':
      return pagesToPerson(target.id, around)
    case 'schedule': {
      const userId = around.onCall(target.id)
      return userId === null ? missing(`nobody was paged: nobody is on call in ${name}`) : pagesToPerson(userId, around)
    }
    case 'contact_group': {
      const routes = routesOf(occasion(around, [target.id]), around.channels)
      if (routes.length === 0) return missing(`nobody was paged: no channel takes the alerts of ${name}`)
      return { ...nobody, routes, paged: [{ ...target, name }] }
    }
    case 'channel': {
      // Named by the step, it takes the alert whatever groups it takes otherwise.
      const named = around.channels
        .filter(({ id }) => id === target.id)
        .map((channel) => ({ ...channel, isDefault: true }))
      return { ...nobody, routes: routesOf(occasion(around, around.groupIds), named), paged: [{ ...target, name }] }
    }
  }
}

const occasion = ({ severity }: Surroundings, groupIds: readonly string[]) => ({
  severity,
  groupIds,
  maintenance: false,
})

/** Through all of their own ways; whoever has none gets a letter, if the organization can write any. */
function pagesToPerson(userId: string, { people, waysTo, channels }: Surroundings): Pages {
  const person = people.get(userId)
  if (!person) return missing('nobody was paged: the person that the step names has left')
  const own = waysTo(userId)
  const letters = channels.filter(({ type, enabled }) => type === 'email' && enabled)
  const letter = letters.find(({ isDefault }) => isDefault) ?? letters[0]
  const ways = own.length > 0 ? own : letter ? [letter] : []
  if (ways.length === 0)
    return missing(`${person.name} was not paged: no contact method, and no e-mail channel to write through`)
  const paged = [{ type: 'user' as const, id: person.id, name: person.name }]
  return { ...nobody, personal: ways.map((way) => ({ person, way })), paged }
}

/** A channel that is reached by several targets is told once, for the groups of all of them. */
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
