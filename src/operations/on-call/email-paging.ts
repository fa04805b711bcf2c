// One switch to be woken by email: it creates what is missing, from the contact method to the escalation.
import { channelKind, channelKinds } from '../../channels/index.ts'
import { Fault } from '../../domain/fault.ts'
import type { RoutedChannel } from '../../domain/notifying/routing.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { groupsWithPolicies } from '../../store/notifications/contact-groups.ts'
import { defaultGroupId } from '../../store/notifications/tests.ts'
import { type ContactMethod, listContactMethods } from '../../store/on-call/contact-methods.ts'
import { listPolicies } from '../../store/on-call/escalation-policies.ts'
import { schedulesOf } from '../../store/on-call/schedules.ts'
import { updateContactGroup } from '../contacts/groups.ts'
import type { CallerContext } from '../registry/define.ts'
import { runnerFor } from '../registry/steps/run-operation.ts'
import { ownerOf, signedInUser } from '../registry/signed-in-user.ts'
import { createContactMethod, deleteContactMethod } from './contact-methods.ts'
import { createEscalationPolicy } from './policies.ts'
import { createOnCallSchedule } from './schedules.ts'

const mailKind = channelKinds.find(({ installationMail }) => installationMail)!

/** The user's contact methods that send email. */
export async function emailMethods(context: CallerContext): Promise<ContactMethod[]> {
  const methods = await listContactMethods(context.db, ownerOf(context))
  return methods.filter(({ type, enabled }) => enabled && type === mailKind.type)
}

/** An email channel of the organization, which sends if the installation has no mail server. */
export const mailProvider = <Channel extends RoutedChannel>(channels: readonly Channel[]): Channel | undefined =>
  channels.find(({ type, enabled }) => enabled && channelKind(type) === mailKind)

type PagingNames = Readonly<Record<'method' | 'schedule' | 'layer' | 'policy', string>>

export async function pageByEmail(context: CallerContext, names: PagingNames): Promise<void> {
  const { db, caller, services } = context
  const run = runnerFor(context, { object: 'paging', quiet: false })
  if ((await emailMethods(context)).length === 0) {
    const provider = services.mail ? undefined : mailProvider(await routedChannels(db, [caller.organization.id]))
    if (!services.mail && !provider)
      throw new Fault('conflict', 'No mail server is configured: add an email channel first, or set LAPWING_MAIL_URL')
    const sentBy = provider ? { channelId: provider.id } : { type: mailKind.type }
    await run(createContactMethod, { body: { ...sentBy, name: names.method } })
  }
  await escalateToMe(context, { run, names })
}

export async function stopPagingByEmail(context: CallerContext): Promise<void> {
  const run = runnerFor(context, { object: 'paging', quiet: false })
  for (const { id } of await emailMethods(context)) await run(deleteContactMethod, { id })
}

/** Only if nobody has set up an escalation: it never changes whom others page. */
async function escalateToMe(
  context: CallerContext,
  { run, names }: { run: ReturnType<typeof runnerFor>; names: PagingNames },
): Promise<void> {
  const { db, caller } = context
  const { id: organizationId, timezone } = caller.organization
  const groupId = await defaultGroupId(db, organizationId)
  const [group] = groupId === null ? [] : await groupsWithPolicies(db, organizationId, [groupId])
  if (!group || group.policy) return
  const [present] = await listPolicies(db, organizationId, { after: undefined, limit: 1 })
  const policy = present ?? (await run(createEscalationPolicy, { body: await newPolicy() }))
  await run(updateContactGroup, { id: group.id, body: { escalationPolicyId: policy!.id } })

  async function newPolicy(): Promise<object> {
    const [known] = await schedulesOf(db, organizationId)
    const userIds = [signedInUser(context).id]
    const layers = [{ name: names.layer, rotation: 'weekly', userIds }]
    const schedule = known ?? (await run(createOnCallSchedule, { body: { name: names.schedule, timezone, layers } }))
    const targets = [{ type: 'schedule', id: schedule!.id }]
    return { name: names.policy, repeatCount: 2, steps: [{ delayMinutes: 0, targets }] }
  }
}
