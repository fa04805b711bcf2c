// While it fails, unacknowledged and not silent, somebody is being paged or was told that nobody can be.
import type { Breach, Facts, Message, Outage, TimeSpan } from '../facts.ts'
import type { PagedResponder, PagingPolicy } from '../setting.ts'
import { at, audienceOf } from './shared.ts'

const invariant =
  'while it fails, unacknowledged and not silent, somebody is being paged or was told that nobody can be'
const second = 1000
const minute = 60 * second
/** Alerts wait for a parent for a minute, and work is due every 20 seconds. */
const maxWaitMs = 3 * minute

export function paging(facts: Facts): Breach[] {
  return facts.outages.flatMap((outage) => {
    const spans = facts.demandingSpans(outage)
    const messages = facts.messagesOf(outage).filter(({ alert }) => alert.kind === 'firing')
    const subject = { facts, outage, spans, messages }
    return [
      ...announced(subject),
      ...written(subject),
      ...repeated(subject),
      ...outage.monitor.policies.flatMap((policy) => escalated(subject, policy)),
      ...movedOn(subject),
    ]
  })
}

interface Subject {
  readonly facts: Facts
  readonly outage: Outage
  readonly spans: readonly TimeSpan[]
  /** Beginnings, updates, reminders and pages. */
  readonly messages: readonly Message[]
}

const breachOf = ({ outage }: Pick<Subject, 'outage'>, what: string, details: string): Breach => ({
  invariant,
  what,
  details: `${outage.monitor.name} from ${at(outage.from)}, ${details}`,
})

/** The reliable channels for people and pagers, which get every alert. */
const reliable = ({ world }: Facts) =>
  world.setting.channels.filter(
    ({ id, temper, isFallback }) => temper === 'reliable' && !isFallback && audienceOf(world, id) !== 'programs',
  )

/** Everybody hears of it when it begins, or when its silence ends. */
function announced(subject: Subject): Breach[] {
  const { facts, spans, messages, outage } = subject
  const { allow } = facts.world
  const long = spans.find(({ from, to }) => to > allow(from, maxWaitMs))
  if (!long) return []
  const what = long.from > outage.from ? 'nobody hears of it when its silence ends' : 'nobody hears of it'
  return reliable(facts)
    .filter(
      ({ id }) =>
        !messages.some(
          (one) => one.channelId === id && !one.alert.isUpdate && one.at.getTime() <= allow(long.from, maxWaitMs),
        ),
    )
    .map(({ type }) => breachOf(subject, `${what} (${type})`, `audible at ${at(long.from)}`))
}

/** Every member of its groups gets an email about it in the end, and if it is a digest. */
function written({ facts, outage, spans }: Subject): Breach[] {
  const { world } = facts
  if (!spans.some(({ from, to }) => to > world.allow(from, maxWaitMs))) return []
  const emails = facts.messagesOf(outage).filter((one) => one.channelId === world.setting.mailId && one.isAccepted)
  return outage.monitor.addresses
    .filter((address) => !emails.some(({ addresses }) => addresses.includes(address)))
    .map((address) => breachOf({ outage }, 'a member of its group gets no email about it', address))
}

/** Reminders go on as long as the monitor fails. */
function repeated(subject: Subject): Breach[] {
  const { facts, spans, messages, outage } = subject
  const { repeatMs } = outage.monitor
  if (repeatMs === null) return []
  return reliable(facts).flatMap(({ id, type }) => {
    const times = messages.filter(({ channelId }) => channelId === id).map((one) => one.at.getTime())
    return spans.flatMap(({ from, to }) => {
      const signs = times.filter((time) => time >= from && time < to)
      if (signs.length === 0) return []
      const silent = signs.find(
        (time, index) =>
          (signs[index + 1] ?? Math.min(to, facts.world.until)) > facts.world.allow(time, repeatMs + maxWaitMs),
      )
      return silent === undefined
        ? []
        : [breachOf(subject, `reminders to people stop (${type})`, `the last at ${at(silent)}`)]
    })
  })
}

/** The first round of a policy pages the people of each step in time, and not before. */
function escalated(subject: Subject, policy: PagingPolicy): Breach[] {
  const { facts, spans, messages, outage } = subject
  const [first] = spans
  let dueMs = 0
  return policy.steps.flatMap((step, index) => {
    dueMs += step.delayMinutes * minute
    if (!step.people.every(hasDevice)) return []
    const pages = messages.filter((one) => isPageOf(facts, one, step.people))
    const breaches: Breach[] = []
    const who = `step ${index + 1}: ${step.people.map(({ name }) => name).join(', ')}`
    const dueAt = facts.world.allow(first?.from ?? Infinity, dueMs + maxWaitMs)
    const isWanted = first && step.people.every((person) => !isQuietIn(person, { from: first.from, to: dueAt }))
    if (first && isWanted && dueAt < first.to && !pages.some((one) => one.at.getTime() <= dueAt))
      breaches.push(breachOf(subject, 'a step of an escalation is not taken', `${who}, due at ${at(dueAt)}`))
    const early = pages.find((one) => one.at.getTime() < outage.from + dueMs - second)
    if (early && !isHurried(subject, policy, early))
      breaches.push(breachOf(subject, 'a step is taken early because of another policy', `${who} at ${at(early.at)}`))
    const unwanted = pages.find((one) =>
      step.people.some((person) => isPageOf(facts, one, [person]) && isQuietAt(person, one)),
    )
    if (unwanted)
      breaches.push(breachOf(subject, 'somebody is paged in their quiet hours', `${who} at ${at(unwanted.at)}`))
    return breaches
  })
}

const isQuietIn = ({ quiet }: PagedResponder, { from, to }: TimeSpan): boolean =>
  quiet !== null && quiet.from <= to && from <= quiet.to

/** What was queued before the quiet hours may be sent in them, and quiet hours have whole minutes. */
function isQuietAt({ quiet }: PagedResponder, { alert }: Message): boolean {
  const queuedAt = new Date(alert.at).getTime()
  return quiet !== null && quiet.from + minute < queuedAt && queuedAt < quiet.to - minute
}

/** An email to someone without a device waits for earlier ones of its channel, so only pages of devices are timed. */
const hasDevice = ({ devices }: PagedResponder): boolean => devices.length > 0

function isPageOf({ world }: Facts, { channelId, addresses }: Message, people: readonly PagedResponder[]): boolean {
  return people.some(
    ({ devices, email }) =>
      devices.includes(channelId) || (channelId === world.setting.mailId && addresses.includes(email)),
  )
}

/** Whether a page of the same policy failed before, was not wanted, or was passed on. */
function isHurried({ facts, outage, messages }: Subject, { steps }: PagingPolicy, early: Message): boolean {
  const people = steps.flatMap((step) => step.people)
  const isFailure = (one: Message): boolean => !one.isConfirmed && one.at <= early.at && isPageOf(facts, one, people)
  if (people.some((person) => isQuietIn(person, { from: outage.from, to: early.at.getTime() }))) return true
  return messages.some(isFailure) || facts.world.deeds.passedOn.some(({ monitorId }) => monitorId === outage.monitor.id)
}

/** A page that reaches nobody leads to the next step at once, and the timeline says so. */
function movedOn(subject: Subject): Breach[] {
  const { facts, spans, messages, outage } = subject
  return outage.monitor.policies.flatMap(({ steps }) =>
    steps.flatMap((step, index) => {
      if (step.isSchedule) return []
      const failed = messages.find((one) => isPageOf(facts, one, step.people))
      const next = steps[index + 1]
      const breaches: Breach[] = []
      if (failed && next?.people.every(hasDevice) && step.people.every(({ isDead }) => isDead)) {
        const by = facts.world.allow(failed.at.getTime(), maxWaitMs)
        const isDemanding = spans.some(({ from, to }) => from <= failed.at.getTime() && by < to)
        const isWanted = next.people.every((person) => !isQuietIn(person, { from: outage.from, to: by }))
        const isTaken = messages.some((one) => one.at.getTime() <= by && isPageOf(facts, one, next.people))
        const count = outage.monitor.policies.length
        if (isDemanding && isWanted && !isTaken)
          breaches.push(
            breachOf(
              subject,
              `a failed page does not move on (${count === 1 ? 'one policy' : 'two policies'})`,
              `step ${index + 1} failed at ${at(failed.at)}`,
            ),
          )
      }
      const dead = step.people.filter(
        (person) => person.isDead && messages.some((one) => isPageOf(facts, one, [person])),
      )
      for (const name of new Set(dead.map((person) => person.name))) {
        const missed = missedOf(facts, outage).filter((sentence) => sentence.startsWith(`${name} was not paged`)).length
        if (missed === 0) breaches.push(breachOf(subject, 'nobody is told that a person could not be paged', name))
      }
      return breaches
    }),
  )
}

function missedOf({ eventsOf }: Facts, { incidentIds }: Outage): string[] {
  return [...incidentIds].flatMap((id) =>
    eventsOf(id).flatMap(({ type, data }) => (type === 'escalated' ? (data['missed'] as string[]) : [])),
  )
}
