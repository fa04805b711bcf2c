import { describe, expect, it } from 'vitest'
import type { Role } from '../caller.ts'
import { groupsIn, roleOf } from './single-sign-on.ts'

const rules = {
  domains: ['example.com'],
  groupsClaim: 'groups',
  defaultRole: null,
  groupRoles: [
    { group: 'staff', role: 'member' },
    { group: 'ops', role: 'admin' },
  ],
} as const
const owners = { ...rules, groupRoles: [...rules.groupRoles, { group: 'board', role: 'owner' }] } as const
const open = { ...rules, defaultRole: 'viewer', groupRoles: [] } as const

describe('the role after a sign-in', () => {
  it.each<[string, Parameters<typeof roleOf>[0], string[], Role | null, boolean, Role | null]>([
    ['is the highest of the groups', rules, ['staff', 'ops'], null, false, 'admin'],
    ['replaces a higher one', rules, ['staff'], 'admin', false, 'member'],
    ['is none without a group and a default', rules, ['other'], 'member', false, null],
    ['is the default without a mapped group', { ...rules, defaultRole: 'viewer' }, [], 'admin', false, 'viewer'],
    ['stays if no group is mapped', open, [], 'admin', false, 'admin'],
    ['is the default for someone new if no group is mapped', open, [], null, false, 'viewer'],
    ['of an owner stays if no group is mapped to it', rules, [], 'owner', false, 'owner'],
    ['of an owner follows the groups if one is mapped to it', owners, ['staff'], 'owner', false, 'member'],
    ['of the last owner stays', owners, [], 'owner', true, 'owner'],
    ['can be owner', owners, ['board'], null, false, 'owner'],
  ])('%s', (_name, access, groups, role, isLastOwner, expected) => {
    expect(roleOf(access, groups, { role, isLastOwner })).toBe(expected)
  })
})

it.each([
  [{ groups: ['a', 1, 'b'] }, 'groups', ['a', 'b']],
  [{ groups: 'a' }, 'groups', ['a']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://example.com/groups': ['a'] }, 'https://example.com/groups', ['a']],
  [{ realm_access: null }, 'realm_access.roles', []],
  [{}, 'constructor.name', []],
])('the groups in %j at %s are %j', (claims, name, groups) => {
  expect(groupsIn(claims, name)).toEqual(groups)
})
