// Receivers that are away for minutes, each in its own way, are notified afterwards of everything that happened.
import { Installation } from './installation.ts'
import { type Manner, type Receiver, type Site, pause, startReceiver, startSite, until } from './targets.ts'

export interface ReceiverFigures {
  readonly minutesAway: number
  readonly receivers: number
  readonly incidents: number
  readonly eventsOwed: number
  readonly lostEvents: number
  /** Ends that arrived before their openings. */
  readonly outOfOrder: number
  /** Sites whose outage was never sent to a channel for people. */
  readonly unnotifiedPeople: number
  readonly secondsUntilCaughtUp: number
}

const manners: readonly Manner[] = ['refuses', 'hangs', 'answers 503']
// Retries follow at least every fifteen minutes.
const longestCatchUpMs = 1_000_000
const minute = 60_000

export async function sendReceiversAway(size: { minutes: number; sites: number }): Promise<ReceiverFigures> {
  const sites = await Promise.all(Array.from({ length: size.sites }, startSite))
  const programs = await Promise.all(manners.map(startReceiver))
  const people = await startReceiver()
  const receivers = [...programs, people]
  const lapwing = new Installation({ hooks: [...programs, { type: 'slack', url: people.url }] })
  try {
    await lapwing.start()
    for (const { url } of sites)
      await lapwing.watch({ name: url, type: 'http', target: url, config: { confirmationThreshold: 1 } })
    await until(() => sites.every(({ requested }) => requested.length > 1), 2 * minute)
    await disturbWhile(sites, {
      begin: async () => {
        await until(() => programs.every(({ events }) => events.length > 0), 2 * minute)
        for (const [n, receiver] of receivers.entries()) await receiver.behave(manners[n % manners.length]!)
      },
      awayMs: size.minutes * minute,
    })
    for (const receiver of receivers) await receiver.behave('listens')
    const back = Date.now()
    for (const site of sites) site.away = false
    const notified = new ReceivedEvents(programs, sites.length)
    await until(() => notified.isComplete() && unmentioned(people, sites).length === 0, longestCatchUpMs)
    const secondsUntilCaughtUp = Math.round((Date.now() - back) / 1000)
    return {
      minutesAway: size.minutes,
      receivers: receivers.length,
      incidents: (await lapwing.list('/v1/incidents')).length,
      eventsOwed: notified.owed,
      lostEvents: notified.owed - notified.received(),
      outOfOrder: notified.outOfOrder(),
      unnotifiedPeople: unmentioned(people, sites).length,
      secondsUntilCaughtUp,
    }
  } finally {
    await lapwing.stop()
    for (const each of [...receivers, ...sites]) each.stop()
  }
}

/**
 * Some sites fail before the receivers go away and recover meanwhile, some fail and recover meanwhile, and some stay
 * down.
 */
async function disturbWhile(
  sites: readonly Site[],
  { begin, awayMs }: { begin: () => Promise<void>; awayMs: number },
): Promise<void> {
  const third = (n: number): Site[] => sites.filter((_, index) => index % 3 === n)
  for (const site of third(0)) site.away = true
  await begin()
  for (const site of [...third(1), ...third(2)]) site.away = true
  await pause(awayMs / 2)
  for (const site of [...third(0), ...third(1)]) site.away = false
  await pause(awayMs / 2)
}

/** Each program is notified twice per site: of the opening and of the end. */
class ReceivedEvents {
  readonly owed: number
  readonly #programs: readonly Receiver[]

  constructor(programs: readonly Receiver[], sites: number) {
    this.#programs = programs
    this.owed = programs.length * sites * 2
  }

  received(): number {
    return this.#programs.reduce((sum, { events }) => sum + new Set(events.map(keyOf)).size, 0)
  }

  isComplete(): boolean {
    return this.received() >= this.owed
  }

  outOfOrder(): number {
    return this.#programs
      .flatMap(({ events }) => events.map((event, at) => ({ event, before: events.slice(0, at) })))
      .filter(({ event }) => event.event === 'incident.resolved')
      .filter(({ event, before }) => !before.some((one) => keyOf(one) === `${event.incident.id} incident.firing`))
      .length
  }
}

const keyOf = ({ event, incident }: any): string => `${incident.id} ${event}`

function unmentioned({ events }: Receiver, sites: readonly Site[]): Site[] {
  const text = JSON.stringify(events)
  return sites.filter(({ url }) => !text.includes(url))
}
