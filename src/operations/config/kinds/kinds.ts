// All sections of a document. A new section needs its kind and a line here.
import { z } from 'zod'
import { listContacts as contactRows, findContact } from '../../../store/notifications/contacts.ts'
import { findGroup, groupsInFull, usersOfGroup } from '../../../store/notifications/contact-groups.ts'
import { listWindows, lockWindow } from '../../../store/monitors/maintenance-windows.ts'
import { listObjectives, lockObjective } from '../../../store/objectives/objectives.ts'
import { listPolicies, lockPolicy } from '../../../store/on-call/escalation-policies.ts'
import { createContact, deleteContact, updateContact } from '../../contacts/contacts.ts'
import { createContactGroup, deleteContactGroup, updateContactGroup } from '../../contacts/groups.ts'
import { createMaintenanceWindow, deleteMaintenanceWindow, updateMaintenanceWindow } from '../../maintenance/windows.ts'
import { createSlo, deleteSlo, updateSlo } from '../../objectives/objectives.ts'
import { createEscalationPolicy, deleteEscalationPolicy, updateEscalationPolicy } from '../../on-call/policies.ts'
import type { Operation, OrganizationContext } from '../../registry/define.ts'
import { channelKindOfConfig } from './channel-kind.ts'
import { type ConfigKind, type KindOfSingles, type StoredObject, omit, pick, plain } from './kind.ts'
import { monitorKind } from './monitor-kind.ts'
import { scheduleKind } from './schedule-kind.ts'
import type { ConfigBody, ConfigSection, ObjectId } from '../document/sections.ts'
import { statusPageKind } from './status-page-kind.ts'
import { webhookKind } from './webhook-kind.ts'

/** No organization has so many of anything. */
const all = { after: undefined, limit: 1_000_000 }

const bodyOf = ({ body }: Operation): z.ZodObject => body as z.ZodObject

interface PlainKind extends Pick<KindOfSingles, 'section' | 'entityType' | 'read' | 'lock' | 'unordered'> {
  readonly body?: z.ZodObject
  readonly create: Operation
  readonly update: Operation
  readonly remove: Operation
  /** Fields that only the update accepts. */
  readonly onlyUpdated?: readonly string[]
}

/** A section whose objects are created and changed with one operation each. */
function plainKind({ create, update, remove, onlyUpdated = [], ...kind }: PlainKind): KindOfSingles {
  return {
    body: bodyOf(create),
    ...kind,
    async create(run, body) {
      const { id } = (await run(create, { body: omit(body, onlyUpdated) }))!
      if (onlyUpdated.length > 0) await run(update, { id, body: pick(body, onlyUpdated) })
      return id
    },
    async update(run, { before, after, changed }) {
      await run(update, { id: before.id, body: pick(after, changed) })
    },
    remove: async (run, id) => void (await run(remove, { id })),
  }
}

const oldestFirst = <Row>(rows: readonly Row[]): Row[] => rows.toReversed()

const storedAs = (row: { id: ObjectId; name: string }, fields: object): StoredObject => {
  const body: ConfigBody = plain(fields)
  return { id: row.id, name: row.name, body, shown: () => body, row }
}

const organizationOf = ({ caller }: OrganizationContext): string => caller.organization.id

const contacts = plainKind({
  section: 'contacts',
  entityType: 'contact',
  body: bodyOf(createContact).omit({ groupIds: true }),
  create: createContact,
  update: updateContact,
  remove: deleteContact,
  async read(context) {
    const rows = oldestFirst(await contactRows(context.db, organizationOf(context), all))
    return rows.map((row) => storedAs(row, { name: row.name, email: row.email, phone: row.phone }))
  },
  lock: (context, id) => findContact(context.db, organizationOf(context), String(id)),
})

const plainContactGroups = plainKind({
  section: 'contactGroups',
  entityType: 'contact_group',
  unordered: ['contactIds', 'userIds'],
  create: createContactGroup,
  update: updateContactGroup,
  remove: deleteContactGroup,
  async read(context) {
    const rows = await groupsInFull(context.db, organizationOf(context))
    const users = await Promise.all(rows.map(({ id }) => usersOfGroup(context.db, organizationOf(context), id)))
    return rows.map((row, index) => ({
      ...storedAs(row, {
        name: row.name,
        description: row.description,
        contactIds: row.members.map(({ id }) => id),
        userIds: users[index]!,
        allMembers: row.all_members,
        escalationPolicyId: row.escalation_policy?.id ?? null,
      }),
      isPermanent: row.is_default,
    }))
  },
  lock: (context, id) => findGroup(context.db, organizationOf(context), String(id)),
})

const contactGroups: KindOfSingles = {
  ...plainContactGroups,
  async remove(run, id, force) {
    await run(deleteContactGroup, { id, ...(force && { query: { force: 'true' } }) })
  },
}

const escalationPolicies = plainKind({
  section: 'escalationPolicies',
  entityType: 'escalation_policy',
  create: createEscalationPolicy,
  update: updateEscalationPolicy,
  remove: deleteEscalationPolicy,
  async read(context) {
    const rows = oldestFirst(await listPolicies(context.db, organizationOf(context), all))
    return rows.map((row) => storedAs(row, { name: row.name, repeatCount: row.repeatCount, steps: row.steps }))
  },
  lock: (context, id) => lockPolicy(context.db, organizationOf(context), String(id)),
})

const maintenanceWindows = plainKind({
  section: 'maintenanceWindows',
  entityType: 'maintenance_window',
  body: bodyOf(createMaintenanceWindow).extend({ enabled: z.boolean().default(true) }),
  onlyUpdated: ['enabled'],
  create: createMaintenanceWindow,
  update: updateMaintenanceWindow,
  remove: deleteMaintenanceWindow,
  async read(context) {
    const rows = oldestFirst(await listWindows(context.db, organizationOf(context), all))
    // Windows that mark one incident as maintenance belong to that incident.
    return rows
      .filter(({ incidentId }) => incidentId === null)
      .map((row) => {
        const { id: _id, endedEarlyAt: _ended, incidentId: _incident, createdAt: _c, updatedAt: _u, ...fields } = row
        return storedAs(row, fields)
      })
  },
  lock: (context, id) => lockWindow(context.db, organizationOf(context), String(id)),
})

const objectives = plainKind({
  section: 'objectives',
  entityType: 'slo',
  create: createSlo,
  update: updateSlo,
  remove: deleteSlo,
  async read(context) {
    const rows = oldestFirst(await listObjectives(context.db, organizationOf(context), all))
    return rows.map((row) => {
      const { name, monitorIds, monitorTags, target, window, alerts, contactGroupIds } = row
      return storedAs(row, { name, monitorIds, monitorTags, target, window, burnRateAlerts: alerts, contactGroupIds })
    })
  },
  lock: (context, id) => lockObjective(context.db, organizationOf(context), String(id)),
})

export const kinds: Readonly<Record<ConfigSection, ConfigKind>> = {
  contacts,
  onCallSchedules: scheduleKind,
  contactGroups,
  channels: channelKindOfConfig,
  escalationPolicies,
  monitors: monitorKind,
  maintenanceWindows,
  statusPages: statusPageKind,
  objectives,
  deploymentWebhooks: webhookKind,
}
