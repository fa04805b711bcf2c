// An organization with everything that decides who is alerted, from a seed.
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import type { EscalationStep } from '../../../src/domain/on-call/escalation.ts'
import type { RuleDraft } from '../../../src/store/monitors/alert-rules.ts'
import { type AlertedOrganization, type Responder, makeAlertedOrganization } from '../../kit/alerts/organization.ts'
import type { Receivers } from '../../kit/alerts/receivers.ts'
import { symptomRules } from '../../kit/alerts/symptoms.ts'
import type { FakeClock } from '../../kit/clock.ts'
import type { Random } from '../random.ts'
import { type ReceiverTemper, type ServiceHistory, behind, someAbsence, someService } from './script.ts'

export interface WatchedMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly name: string
  readonly parentId: string | null
  readonly isParallel: boolean
  readonly threshold: number
  readonly repeatMs: number | null
  readonly policies: readonly PagingPolicy[]
  readonly history: ServiceHistory
}

/** A person who is paged by one step of one policy only. */
export interface PagedResponder extends Responder {
  readonly isReachable: boolean
  readonly isDead: boolean
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
}

export interface OutageSetting {
  readonly organization: AlertedOrganization
  readonly monitors: readonly WatchedMonitor[]
  /** Channels that get every alert; one of each audience is reliable. */
  readonly channels: readonly SimulatedChannel[]
  /** Sends to the members of the groups. */
  readonly mailId: number
  /** Channels and devices that refuse something for ever. */
  readonly deadIds: readonly number[]
}

interface SettingParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly random: Random
  readonly receivers: Receivers
  readonly locations: readonly { id: string; number: number }[]
  readonly until: number
}

const names = ['Ada', 'Ben', 'Cleo', 'Kim']

export async function makeOutageSetting(parts: SettingParts): Promise<OutageSetting> {
  const { store, clock, random, receivers, locations, until } = parts
  const span = { from: clock.now().getTime(), until }
  const organization = await makeAlertedOrganization({ store, clock })

  const deadIds: number[] = []
  function tempered(channelId: number, temper: ReceiverTemper): void {
    if (temper === 'dead' || temper === 'refuses firing') deadIds.push(channelId)
    const isAway = someAbsence(random, span)
    receivers.refuse(channelId, ({ kind }) => {
      if (temper === 'away') return isAway(clock.now().getTime())
      return temper === 'dead' || (temper === 'refuses firing' && kind === 'firing')
    })
  }

  async function channel(type: string, temper: ReceiverTemper): Promise<SimulatedChannel> {
    const id = await organization.channel(type)
    tempered(id, temper)
    return { id, type, temper }
  }

  async function person(): Promise<PagedResponder> {
    const devices = random.pick([['ntfy'], ['ntfy'], ['ntfy', 'gotify'], []])
    const responder = await organization.person(random.pick(names), devices)
    const temper = random.pick(['reliable', 'reliable', 'away', 'dead'] as const)
    for (const id of responder.devices) tempered(id, temper)
    return {
      ...responder,
      isReachable: temper === 'reliable' && devices.length > 0,
      isDead: temper === 'dead' && devices.length > 0,
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
  const groups: { id: string; policy: PagingPolicy | null }[] = []
  for (const [index, some] of policies.entries()) {
    const addresses = [`group-${index}@example.com`]
    groups.push({ id: await organization.group({ addresses, policyId: some.id }), policy: some })
  }
  groups.push({ id: await organization.group({ addresses: ['group-2@example.com'] }), policy: null })

  const mailId = await organization.channel('email', { isDefault: false, groupIds: groups.map(({ id }) => id) })
  tempered(mailId, 'away')
  const channels = [
    await channel('webhook', 'reliable'),
    await channel('slack', 'reliable'),
    await channel('pagerduty', 'reliable'),
    await channel('webhook', random.pick(['dead', 'refuses firing', 'away'])),
    await channel(random.pick(['slack', 'pagerduty']), 'away'),
  ]

  const monitors: WatchedMonitor[] = []
  for (const name of ['Gateway', 'Shop', 'Blog'].slice(0, random.pick([2, 3, 3]))) {
    const parent = name === 'Shop' ? monitors[0]! : null
    const own = someService(random, span)
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
      history: parent ? behind(parent.history, own) : own,
    })
  }
  return { organization, monitors, channels, mailId, deadIds }
}
