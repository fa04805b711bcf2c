// What people do while services fail, and when.
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { dropResolvedIncidents } from '../../kit/alerts/engine.ts'
import type { Receivers, SendAttempt } from '../../kit/alerts/receivers.ts'
import type { Responders } from '../../kit/alerts/responders.ts'
import type { FakeClock } from '../../kit/clock.ts'
import type { Random } from '../random.ts'
import type { Trouble, WorldShape } from '../shape.ts'
import type { OutageSetting } from './setting.ts'

interface DeedParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly shape: WorldShape
  readonly streamOf: (purpose: string) => Random
  readonly setting: OutageSetting
  readonly responders: Responders
  readonly receivers: Receivers
}

/** A span in which the alerts of a monitor are suppressed; `to` is infinite while it lasts. */
export interface SilentSpan {
  readonly monitorId: string
  readonly reason: 'maintenance' | 'shadow'
  readonly from: number
  to: number
}

/** An attempt to acknowledge what a message is about. */
export interface Acknowledgement {
  readonly at: number
  readonly way: 'incident' | 'later incident' | 'reply'
  /** The message that the person reads. */
  readonly about: SendAttempt | null
  readonly monitorId: string
  readonly incidentId: number
  /** Why it was refused; null if it was accepted. */
  readonly refusal: string | null
}

export interface Deeds {
  readonly silences: readonly SilentSpan[]
  readonly acknowledgements: readonly Acknowledgement[]
  /** Ends that people requested, and pages that they passed on, by monitor. */
  readonly resolves: readonly { readonly at: number; readonly monitorId: string }[]
  readonly passedOn: readonly { readonly at: number; readonly monitorId: string }[]
  /** When retention deleted incidents of the organization. */
  readonly forgotten: readonly { readonly at: number }[]
  act(): Promise<void>
  leave(): Promise<void>
}

const minute = 60_000

export function createDeeds({ store, clock, shape, streamOf, setting, responders, receivers }: DeedParts): Deeds {
  const random = streamOf('deeds')
  const has = (trouble: Trouble): boolean => !shape.without.includes(trouble)
  const silences: SilentSpan[] = []
  const acknowledgements: Acknowledgement[] = []
  const resolves: { at: number; monitorId: string }[] = []
  const passedOn: { at: number; monitorId: string }[] = []
  const now = (): number => clock.now().getTime()
  const forgotten: { at: number }[] = []
  let forgetful = random.chance(0.3) && has('retention')

  const firing = (): Promise<{ id: number; monitorId: string }[]> =>
    store.rows(sql`
      select id, monitor_id as "monitorId" from incidents
      where organization_id = ${setting.organization.organizationId} and status = 'firing' order by id`)

  const latestPage = (monitorId: string): SendAttempt | undefined =>
    receivers.attempts.findLast(
      ({ alert, channelId, isAccepted, linkFor }) =>
        isAccepted &&
        linkFor !== null &&
        alert.kind === 'firing' &&
        alert.inPlaceOf === undefined &&
        alert.monitor!.id === monitorId &&
        !setting.channels.some(({ id, type }) => id === channelId && type === 'webhook'),
    )

  async function silence(monitorId: string, reason: SilentSpan['reason']): Promise<void> {
    const current = silences.find((one) => one.monitorId === monitorId && one.reason === reason && one.to > now())
    if (reason === 'shadow') {
      await responders.setShadow(monitorId, !current)
      if (current) current.to = now()
      else silences.push({ monitorId, reason, from: now(), to: Infinity })
    } else if (!current) {
      const minutes = random.integer(3, 30)
      await setting.organization.window(monitorId, minutes, store)
      silences.push({ monitorId, reason, from: now(), to: now() + minutes * minute })
    }
  }

  async function acknowledge(open: readonly { id: number; monitorId: string }[]): Promise<void> {
    const { monitorId } = random.pick(open)
    const about = latestPage(monitorId)
    const theirs = open.filter((one) => one.monitorId === monitorId)
    if (!about) return
    const way = random.pick(['incident', 'incident', 'later incident', 'reply'] as const)
    const incidentId = way === 'later incident' ? theirs.at(-1)!.id : about.alert.incident.id
    const note = (refusal: string | null): void =>
      void acknowledgements.push({
        at: now(),
        way,
        about: way === 'later incident' ? null : about,
        monitorId,
        incidentId,
        refusal,
      })
    if (way === 'reply') {
      const outcome = await responders.reply('acknowledge', about)
      return note(['done', 'already', 'replayed'].includes(outcome) ? null : outcome)
    }
    note(await responders.acknowledge(incidentId))
  }

  async function resolve(open: readonly { id: number; monitorId: string }[]): Promise<void> {
    const { id, monitorId } = random.pick(open)
    await responders.resolve(id)
    resolves.push({ at: now(), monitorId })
  }

  /** Retention deletes the ended incidents of an outage that goes on. */
  async function forget(): Promise<void> {
    const before = new Date(now() - 2 * minute)
    const row = await store.row<{ isEnded: boolean; isWaiting: boolean }>(sql`
      select exists (
        select
        from incidents i
        join incidents other on other.monitor_id = i.monitor_id and other.started_at <= i.resolved_at
        where i.status = 'resolved' and other.status = 'firing' and i.resolved_at < ${before}
      ) as "isEnded",
      exists (
        select from outbox o join incidents i on i.id = o.incident_id
        where i.status = 'resolved' and i.resolved_at < ${before}
      ) as "isWaiting"`)
    // Retention is a day at least, and alerts are routed by then.
    if (!row!.isEnded || row!.isWaiting) return
    forgetful = false
    forgotten.push({ at: now() })
    await dropResolvedIncidents(store, setting.organization.organizationId, before)
  }

  async function passOn(open: readonly { id: number; monitorId: string }[]): Promise<void> {
    const { monitorId } = random.pick(open)
    const about = latestPage(monitorId)
    if (about && (await responders.reply('pass-on', about)) === 'done') passedOn.push({ at: now(), monitorId })
  }

  return {
    silences,
    acknowledgements,
    resolves,
    passedOn,
    forgotten,
    async act() {
      if (random.chance(0.01) && has('shadow')) await silence(random.pick(setting.monitors).id, 'shadow')
      if (random.chance(0.02) && has('windows')) await silence(random.pick(setting.monitors).id, 'maintenance')
      if (forgetful && random.chance(0.2)) await forget()
      if (!random.chance(0.1)) return
      const open = await firing()
      if (open.length === 0) return
      const responses: [chance: number, trouble: Trouble, respond: typeof resolve][] = [
        [0.35, 'acknowledging', acknowledge],
        [0.25, 'resolving', resolve],
        [0.3, 'passing on', passOn],
      ]
      for (const [chance, trouble, respond] of responses)
        if (random.chance(chance)) return has(trouble) ? respond(open) : undefined
      if (has('shadow')) await silence(random.pick(open).monitorId, 'shadow')
    },
    async leave() {
      for (const one of silences.filter(({ to }) => to > now())) {
        if (one.reason === 'shadow') await responders.setShadow(one.monitorId, false)
        one.to = one.reason === 'shadow' ? now() : one.to
      }
    },
  }
}
