// Who replies to an alert: the owner of a personal channel, a member with the address, or whom the vendor names.
import { type Role, isAtLeast } from '../../domain/caller.ts'
import type { ReplyAuthor } from '../../domain/notifying/reply.ts'
import { type Member, accountOf, memberOfEmail, memberOfId } from '../../store/accounts/users.ts'
import type { Database } from '../../store/database/database.ts'
import { contactOfPhone } from '../../store/notifications/contacts.ts'
import type { ReplyChannel } from '../../store/notifications/reply-channels.ts'

export interface ResolvedAuthor {
  /** For the timeline; the channel's name if nobody is named. */
  readonly name: string
  readonly email: string | null
  /** Null for people who are not members. */
  readonly role: Role | null
  /** Has an account, but none of this organization, such as someone who was removed from it. */
  readonly isOutsider: boolean
}

/** Why a person may not reply to alerts of an organization; null if they may. */
export function refusalOf({ role, name, isOutsider }: ResolvedAuthor): string | null {
  if (isOutsider) return `${name} is not a member of this organization`
  return role && !isAtLeast(role, 'member') ? `Your role is ${role}, which cannot do this` : null
}

const maxName = 200

export async function resolveAuthor(db: Database, channel: ReplyChannel, author: ReplyAuthor): Promise<ResolvedAuthor> {
  const { organizationId, userId } = channel
  const contact = author.phone ? await contactOfPhone(db, organizationId, author.phone) : undefined
  const email = author.email || contact?.email || null
  const member = userId
    ? await memberOfId(db, organizationId, userId)
    : email
      ? await memberOfEmail(db, organizationId, email)
      : undefined
  if (member) return asAuthor(member)
  const name = plain(contact?.name ?? author.name ?? author.email ?? author.phone ?? '')
  const isOutsider = userId !== null || (email !== null && (await accountOf(db, email)) !== undefined)
  return { name: name || channel.name, email: email && plain(email), role: null, isOutsider }
}

const asAuthor = ({ name, email, role }: Member): ResolvedAuthor => ({ name, email, role, isOutsider: false })

/** Vendors pass on names that people chose. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, maxName)
}
