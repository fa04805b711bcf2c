// Who may sign in with the provider of an organization, and in which role.
import { type Role, isAtLeast, roles } from '../caller.ts'
import type { OpenIdClaims } from './open-id.ts'

export interface GroupRole {
  readonly group: string
  readonly role: Role
}

export interface AccessRules {
  /** In lower case. */
  readonly domains: readonly string[]
  readonly groupsClaim: string
  /** Null refuses people in none of the mapped groups. */
  readonly defaultRole: Role | null
  readonly groupRoles: readonly GroupRole[]
}

/** Someone as their provider describes them. */
export interface ProviderIdentity {
  readonly subject: string
  /** In lower case. */
  readonly email: string
  /** Whether the provider says so; many providers say nothing. */
  readonly emailVerified: boolean
  readonly name: string
  readonly groups: readonly string[]
}

const maxName = 100
const maxSubject = 255
const email = /^[^\s@]{1,64}@[^\s@]{1,255}$/

/** Returns the identity, or a sentence that says why these claims are not enough. */
export function identityOf(claims: OpenIdClaims, { domains, groupsClaim }: AccessRules): ProviderIdentity | string {
  const address = typeof claims['email'] === 'string' ? claims['email'].trim().toLowerCase() : ''
  if (!email.test(address)) return 'The provider did not send an email address. Let it include the claim “email”.'
  if (!isAnswer(claims['email_verified'], [undefined, null, true, 'true']))
    return `The provider says that ${address} is not verified. Verify the address there first.`
  if (claims.sub.length > maxSubject) return 'The provider sent an identifier (sub) of more than 255 characters.'
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!domains.includes(domain)) return `Addresses at ${domain} may not sign in here. Ask an owner to allow the domain.`
  const name = typeof claims['name'] === 'string' ? claims['name'].replace(/\p{C}/gu, '').trim().slice(0, maxName) : ''
  return {
    subject: claims.sub,
    email: address,
    emailVerified: isAnswer(claims['email_verified'], [true, 'true']),
    name: name || address,
    groups: groupsIn(claims, groupsClaim),
  }
}

const isAnswer = (claim: unknown, accepted: readonly unknown[]): boolean => accepted.includes(claim)

/** The claim may be nested, such as `realm_access.roles`; a name with dots in it wins. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce(inside, claims as unknown)
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

interface MemberBefore {
  /** Null for someone who is not a member. */
  readonly role: Role | null
  readonly isLastOwner: boolean
}

/** The role after a sign-in: the highest of the groups; null refuses the person. */
export function roleOf(
  { groupRoles, defaultRole }: AccessRules,
  groups: readonly string[],
  { role, isLastOwner }: MemberBefore,
): Role | null {
  const mapsOwners = groupRoles.some((mapped) => mapped.role === 'owner')
  if (role === 'owner' && (isLastOwner || !mapsOwners)) return 'owner'
  if (groupRoles.length === 0) return role ?? defaultRole
  const granted = groupRoles.filter(({ group }) => groups.includes(group)).map((mapped) => mapped.role)
  return roles.find((one) => granted.includes(one)) ?? defaultRole
}

/** An account with the address of someone who has not signed in with the provider before. */
export interface AccountOfAddress {
  readonly userId: string
  /** Their role here; null if they are not a member. */
  readonly role: Role | null
  readonly isOnlyHere: boolean
}

/**
 * Whether the account becomes theirs without a local sign-in. The owners of an organization may only decide about
 * accounts that belong to nobody else, and an address that the provider did not verify never gives access to one.
 */
export const canConnect = ({ role, isOnlyHere }: AccountOfAddress, { emailVerified }: ProviderIdentity): boolean =>
  emailVerified && isOnlyHere && role !== null && !isAtLeast(role, 'owner')
