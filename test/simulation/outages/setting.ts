// An organization with everything that decides who is alerted, from a seed.
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import type { EscalationStep } from '../../../src/domain/on-call/escalation.ts'
import type { RuleDraft } from '../../../src/store/monitors/alert-rules.ts'
import { type AlertedOrganization, type Responder, makeAlertedOrganization } from '../../kit/alerts/organization.ts'
import type { Receivers } from '../../kit/alerts/receivers.ts'
import { symptomRules } from '../../kit/alerts/symptoms.ts'
import type { FakeClock } from '../../kit/clock.ts'
import { putPreferences } from '../../../src/store/accounts/users.ts'
import type { Random } from '../random.ts'
import type { Trouble, WorldShape } from '../shape.ts'
import {
  type QuietHours,
  type ReceiverTemper,
  type ServiceHistory,
  behind,
  someAbsence,
  someQuietHours,
  someService,
} from './script.ts'

export interface WatchedMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly name: string
  readonly parentId: string | null
  readonly isParallel: boolean
  readonly threshold: number
  readonly repeatMs: number | null
  readonly policies: readonly PagingPolicy[]
  /** The addresses of the members of its groups. */
  readonly addresses: readonly string[]
  readonly history: ServiceHistory
}

/** A person who is paged by one step of one policy only. */
export interface PagedResponder extends Responder {
  readonly isReachable: boolean
  readonly isDead: boolean
  /** When nothing pages them. */
  readonly quiet: QuietHours | null
}

export interface PagingPolicy {
  readonly id: string
  readonly repeatCount: number
  readonly steps: readonly {
    readonly delayMinutes: number
    readonly people: readonly PagedResponder[]
    readonly isSchedule: boolean
  }[]
}

export interface SimulatedChannel {
  readonly id: number
  readonly type: string
  readonly temper: ReceiverTemper
  /** It gets only what another channel could not send. */
  readonly isFallback: boolean
  readonly fallbackId: number | null
}

export interface OutageSetting {
  readonly organization: AlertedOrganization
  readonly monitors: readonly WatchedMonitor[]
  /** Channels that get every alert, and fallbacks; one of each audience is reliable. */
  readonly channels: readonly SimulatedChannel[]
  /** Sends to the members of the groups. */
  readonly mailId: number
  /** The status page that lists the monitors. */
  readonly pageSlug: string
  /** Channels and devices that refuse something for ever. */
  readonly deadIds: readonly number[]
}

interface SettingParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly shape: WorldShape
  readonly streamOf: (purpose: string) => Random
  readonly receivers: Receivers
  readonly locations: readonly { id: string; number: number }[]
  readonly until: number
}

const names = ['Ada', 'Ben', 'Cleo', 'Kim']

export async function makeOutageSetting(parts: SettingParts): Promise<OutageSetting> {
  const { store, clock, shape, streamOf, receivers, locations, until } = parts
  const random = streamOf('setting')
  const start = clock.now().getTime()
  const has = (trouble: Trouble): boolean => !shape.without.includes(trouble)
  const organization = await makeAlertedOrganization({ store, clock })

  const deadIds: number[] = []
  function tempered(channelId: number, temper: ReceiverTemper): void {
    const own = has('refusals') ? temper : 'reliable'
    if (own === 'dead' || own === 'refuses firing') deadIds.push(channelId)
    const isAway = someAbsence(streamOf(`absence of ${channelId}`), start)
    const timeouts = streamOf(`timeouts of ${channelId}`)
    receivers.receive(channelId, ({ kind }) => {
      const now = clock.now().getTime()
      const isLate = timeouts.chance(0.04) && now < until && has('timeouts')
      if (own === 'dead' || (own === 'refuses firing' && kind === 'firing')) return 'refuses'
      if (own === 'away' && now < until && isAway(now)) return 'refuses'
      return isLate ? 'answers too late' : 'accepts'
    })
  }

  interface ChannelTraits {
    readonly isFallback?: boolean
    readonly fallbackId?: number | null
  }

  async function channel(
    type: string,
    temper: ReceiverTemper,
    { isFallback = false, fallbackId = null }: ChannelTraits = {},
  ): Promise<SimulatedChannel> {
    const fields = { isDefault: !isFallback, ...(fallbackId !== null && { fallbackChannelId: fallbackId }) }
    const id = await organization.channel(type, fields)
    tempered(id, temper)
    return { id, type, temper: has('refusals') ? temper : 'reliable', isFallback, fallbackId }
  }

  async function person(): Promise<PagedResponder> {
    const devices = random.pick([['ntfy'], ['ntfy'], ['ntfy', 'gotify'], []])
    const responder = await organization.person(random.pick(names), devices)
    const temper = random.pick(['reliable', 'reliable', 'away', 'dead'] as const)
    for (const id of responder.devices) tempered(id, temper)
    const hours = someQuietHours(random, start)
    const quiet = random.chance(0.2) && has('quiet hours') ? hours : null
    if (quiet) await putPreferences(store, responder.id, { paging: pagingIn(quiet) }, clock.now())
    return {
      ...responder,
      isReachable: temper === 'reliable' && devices.length > 0,
      isDead: temper === 'dead' && devices.length > 0 && has('refusals'),
      quiet,
    }
  }

  async function policy(): Promise<PagingPolicy> {
    const steps: { delayMinutes: number; people: PagedResponder[]; isSchedule: boolean }[] = []
    for (let n = random.integer(1, 3); n > 0; n--) {
      const people = [await person(), ...(random.chance(0.4) ? [await person()] : [])]
      steps.push({ delayMinutes: random.pick([0, 2, 5, 15]), people, isSchedule: random.chance(0.25) })
    }
    const drafts: EscalationStep[] = []
    for (const { delayMinutes, people, isSchedule } of steps)
      drafts.push({
        delayMinutes,
        targets: isSchedule
          ? [{ type: 'schedule', id: await organization.schedule(people) }]
          : people.map(({ id }) => ({ type: 'user', id })),
      })
    const repeatCount = random.integer(0, 1)
    return { id: await organization.policy(drafts, repeatCount), repeatCount, steps }
  }

  const policies = [await policy(), await policy()]
  const groups: { id: string; policy: PagingPolicy | null; addresses: readonly string[] }[] = []
  for (const [index, some] of policies.entries()) {
    // A member is paged at the address at which the group gets its alerts.
    const paged = some.steps.flatMap(({ people }) => people.filter(({ devices }) => devices.length === 0))
    const addresses = [`group-${index}@example.com`, ...paged.map(({ email }) => email)]
    groups.push({ id: await organization.group({ addresses, policyId: some.id }), policy: some, addresses })
  }
  const addresses = ['group-2@example.com']
  groups.push({ id: await organization.group({ addresses }), policy: null, addresses })

  const mailId = await organization.channel('email', { isDefault: false, groupIds: groups.map(({ id }) => id) })
  tempered(mailId, 'away')
  const standIn = await channel(random.pick(['slack', 'webhook', 'pagerduty']), 'reliable', { isFallback: true })
  const some = has('fallbacks') ? random.pick([null, standIn.id]) : null
  const channels = [
    standIn,
    await channel('webhook', 'reliable'),
    await channel('slack', 'reliable'),
    await channel('pagerduty', 'reliable'),
    await channel('webhook', random.pick(['dead', 'refuses firing', 'away']), { fallbackId: some }),
    await channel(random.pick(['slack', 'pagerduty']), 'away', { fallbackId: some }),
  ]

  const monitors: WatchedMonitor[] = []
  for (const name of ['Gateway', 'Shop', 'Blog'].slice(0, shape.monitors)) {
    const random = streamOf(`monitor ${name}`)
    const parent = name === 'Shop' ? monitors[0]! : null
    const own = someService(random, { from: start, until })
    const theirs = random.pick([[groups[0]!], [groups[1]!], [groups[0]!, groups[1]!], [groups[2]!]])
    const isParallel = random.chance(0.25)
    const threshold = random.integer(1, 2)
    const repeatMs = random.chance(0.6) ? random.pick([600_000, 1_200_000]) : null
    const durationWindow = isParallel ? 60 : 0
    const rules: RuleDraft[] = Object.values(symptomRules).map((rule) => ({
      ...rule,
      failureThreshold: threshold,
      durationWindow,
    }))
    const places = isParallel ? locations : locations.slice(0, 1)
    const fields = {
      name,
      intervalSeconds: parent ? random.pick([30, 60]) : random.pick([60, 120]),
      strategy: isParallel ? ('parallel' as const) : ('roundrobin' as const),
      locationIds: places.map(({ id }) => id),
      config: {
        notificationGroupIds: theirs.map(({ id }) => id),
        ...(repeatMs !== null && { repeatIntervalSeconds: repeatMs / 1000 }),
      },
    }
    const id = await organization.monitor(fields, rules, parent ? [parent.id] : [])
    const row = await store.row<{ number: number }>(sql`select monitor_number as number from monitors where id = ${id}`)
    monitors.push({
      id,
      monitorNumber: row!.number,
      name,
      parentId: parent?.id ?? null,
      isParallel,
      threshold,
      repeatMs,
      policies: theirs.flatMap(({ policy }) => policy ?? []),
      addresses: theirs.flatMap(({ addresses }) => addresses),
      history: parent ? behind(parent.history, own) : own,
    })
  }
  const pageSlug = await organization.statusPage(monitors.map(({ id }) => id))
  return { organization, monitors, channels, mailId, pageSlug, deadIds }
}

const onClock = (at: number): string => new Date(at).toISOString().slice(11, 16)

const pagingIn = ({ from, to }: QuietHours) => ({
  only_critical: false,
  quiet_hours: { days: [0, 1, 2, 3, 4, 5, 6], from: onClock(from), to: onClock(to), timezone: 'UTC' },
  quiet_for_critical: true,
})
