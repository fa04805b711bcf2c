// The settings as the form edits them, and as the API takes them.
import type { AnswerOf } from '../../../api.ts'
import type { Role } from '../../../session.ts'

type Settings = AnswerOf<'/dashboard/single-sign-on', 'get'>

export interface SettingsDraft {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Separated by commas. */
  readonly domains: string
  readonly groupsClaim: string
  readonly groupRoles: readonly { readonly group: string; readonly role: Role }[]
  readonly defaultRole: Exclude<Role, 'owner'> | ''
}

export const draftOf = (settings: Settings): SettingsDraft => ({
  issuer: settings.issuer ?? '',
  clientId: settings.client_id ?? '',
  clientSecret: '',
  domains: settings.domains.join(', '),
  groupsClaim: settings.groups_claim,
  groupRoles: settings.group_roles,
  defaultRole: (settings.default_role ?? '') as SettingsDraft['defaultRole'],
})

/** Without the secret, which stays as it is. */
export const bodyOf = (settings: Settings) => bodyOfDraft(draftOf(settings))

export function bodyOfDraft({ clientSecret, domains, defaultRole, groupRoles, ...draft }: SettingsDraft) {
  const names = domains.split(/[\s,;]+/).filter(Boolean)
  return {
    ...draft,
    domains: names,
    groupRoles: groupRoles.filter(({ group }) => group.trim() !== ''),
    defaultRole: defaultRole === '' ? null : defaultRole,
    ...(clientSecret !== '' && { clientSecret }),
  }
}
