// An organization whose alerts go to recording receivers: monitors that can fail in several ways, channels, groups,
// people, schedules and policies.
import { newId } from '../../../src/domain/id.ts'
import { type Monitor, independent } from '../../../src/domain/monitor.ts'
import type { EscalationStep } from '../../../src/domain/on-call/escalation.ts'
import { putOrganization } from '../../../src/store/accounts/organizations.ts'
import { putMember, putUser } from '../../../src/store/accounts/users.ts'
import { renewTurns } from '../../../src/store/checking/turns.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { type RuleDraft, addRules } from '../../../src/store/monitors/alert-rules.ts'
import { addWindow } from '../../../src/store/monitors/maintenance-windows.ts'
import { addMonitor } from '../../../src/store/monitors/monitors.ts'
import { addChannel, newChannelId } from '../../../src/store/notifications/channels.ts'
import { addGroup, setPolicyOfGroup } from '../../../src/store/notifications/contact-groups.ts'
import { addContact, setMembersOfGroup } from '../../../src/store/notifications/contacts.ts'
import { addContactMethod } from '../../../src/store/on-call/contact-methods.ts'
import { addPolicy } from '../../../src/store/on-call/escalation-policies.ts'
import { addSchedule } from '../../../src/store/on-call/schedules.ts'
import { putComponents } from '../../../src/store/status-pages/components.ts'
import { addPage } from '../../../src/store/status-pages/pages.ts'
import type { FakeClock } from '../clock.ts'
import { monitorRow } from '../resources/monitors.ts'
import { componentRow, pageRow } from '../resources/status-pages.ts'
import { receiverConfig } from './receivers.ts'

interface Setting {
  readonly store: Store
  readonly clock: FakeClock
}

export type AlertedOrganization = Awaited<ReturnType<typeof makeAlertedOrganization>>

/** A person with an account. */
export interface Responder {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The personal channels, in the order of their types. */
  readonly devices: readonly number[]
}

interface GroupFields {
  /** The addresses of its members. */
  readonly addresses?: readonly string[]
  readonly policyId?: string
}

interface ChannelFields {
  readonly isDefault?: boolean
  readonly groupIds?: readonly string[]
  readonly fallbackChannelId?: number
}

export async function makeAlertedOrganization({ store, clock }: Setting) {
  const draft = {
    name: 'Acme',
    slug: newId(clock.now()),
    plan: 'enterprise' as const,
    limits: { incident_retention_days: 90 },
  }
  const { id: organizationId } = await putOrganization(store, draft, clock.now())

  async function channel(
    type: string,
    { isDefault = true, groupIds = [], fallbackChannelId }: ChannelFields = {},
  ): Promise<number> {
    const id = await newChannelId(store)
    const channel = {
      id,
      name: `Channel ${id}`,
      type,
      enabled: true,
      isDefault,
      severityFilter: ['critical', 'warning'] as const,
      config: { ...receiverConfig(id), contact_group_ids: [...groupIds] },
      secrets: null,
      fallbackChannelId: fallbackChannelId ?? null,
    }
    await addChannel(store, organizationId, { channel, now: clock.now() })
    return id
  }

  async function device(userId: string, type: string): Promise<number> {
    const id = await newChannelId(store)
    const method = { id, name: `Device ${id}`, type, config: receiverConfig(id), secrets: null }
    await addContactMethod(store, { organizationId, userId }, method, clock.now())
    return id
  }

  return {
    organizationId,
    channel,
    /** A person with personal channels of these types. */
    async person(name: string, deviceTypes: readonly string[] = ['ntfy']): Promise<Responder> {
      const email = `${newId(clock.now())}@example.com`
      const { id } = await putUser(store, { name, email }, clock.now())
      await putMember(store, { organizationId, userId: id, role: 'member' }, clock.now())
      const devices: number[] = []
      for (const type of deviceTypes) devices.push(await device(id, type))
      return { id, name, email, devices }
    },
    async group({ addresses = [], policyId }: GroupFields = {}): Promise<string> {
      const id = await addGroup(store, organizationId, { name: newId(clock.now()), description: null }, clock.now())
      const contactIds: string[] = []
      for (const email of addresses)
        contactIds.push(await addContact(store, organizationId, { name: email, email, phone: null }, clock.now()))
      await setMembersOfGroup(store, organizationId, id, contactIds)
      if (policyId !== undefined) await setPolicyOfGroup(store, organizationId, { id, policyId })
      return id
    },
    async policy(steps: readonly EscalationStep[], repeatCount = 0): Promise<string> {
      const policy = { name: newId(clock.now()), repeatCount, steps }
      return (await addPolicy(store, organizationId, policy, clock.now())).id
    },
    /** They take turns by the hour, the first one first. */
    async schedule(people: readonly Responder[]): Promise<number> {
      const layer = {
        id: newId(clock.now()),
        name: 'Hours',
        rotation: 'custom' as const,
        shiftLengthSeconds: 3600,
        handoffAt: clock.now().toISOString().slice(11, 16),
        startsAt: clock.now(),
        endsAt: null,
        userIds: people.map(({ id }) => id),
        restrictions: [],
      }
      const schedule = { name: newId(clock.now()), timezone: 'UTC', enabled: true, layers: [layer] }
      return (await addSchedule(store, organizationId, schedule, clock.now())).id
    },
    /** Returns its id. */
    async monitor(fields: Partial<Monitor>, rules: readonly RuleDraft[], parentIds: readonly string[] = []) {
      const dependsOn = { ...independent, monitors: [...parentIds] }
      const monitor = monitorRow(clock.now(), { dependsOn, ...fields })
      await addMonitor(store, organizationId, monitor, clock.now())
      await addRules(store, { organizationId, monitorId: monitor.id }, [...rules], clock.now())
      await renewTurns(store, { organizationId, monitorIds: [monitor.id], now: clock.now() })
      return monitor.id
    },
    /** Returns its slug. */
    async statusPage(monitorIds: readonly string[]): Promise<string> {
      const page = pageRow(clock.now(), { slug: newId(clock.now()), daysShown: 1 })
      await addPage(store, organizationId, page)
      await putComponents(store, page.id, [componentRow(clock.now(), { monitorIds, displayMode: 'expanded' })])
      return page.slug
    },
    /** A maintenance window that begins now and suppresses alerts. Returns its id. */
    async window(monitorId: string, durationMinutes: number, db = store): Promise<string> {
      const now = clock.now()
      const id = newId(now)
      await addWindow(db, organizationId, {
        id,
        name: 'Work',
        description: null,
        monitorIds: [monitorId],
        monitorTags: [],
        startsAt: now,
        durationMinutes,
        timezone: 'UTC',
        recurrence: 'once',
        recurrenceUntil: null,
        suppressAlerts: true,
        excludeFromSla: false,
        enabled: true,
        endedEarlyAt: [],
        incidentId: null,
        createdAt: now,
        updatedAt: now,
      })
      return id
    },
  }
}
