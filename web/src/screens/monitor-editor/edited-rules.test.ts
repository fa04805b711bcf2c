import { expect, it } from 'vitest'
import { type BaseRule, addedRule, changedRule, deletedRule, shownRules, switchedRule } from './edited-rules.ts'

const down = {
  name: 'Availability Check',
  severity: 'critical' as const,
  metric: 'success',
  operator: '==',
  value: 'false',
  checks: 3,
  locations: 2,
  lasting: 0,
  group: '',
}
const slow = {
  ...down,
  name: 'Slow',
  severity: 'warning' as const,
  metric: 'response_time',
  operator: '>',
  value: '800',
}
const base: readonly BaseRule[] = [
  { defaultRule: 'Availability Check', draft: down, enabled: true, isDefault: true },
  { id: 'rule-1', draft: slow, enabled: true, isDefault: false },
]
const [first, second] = shownRules(base, [])

it('changes a default rule by its name and another one by its id', () => {
  const saves = changedRule(switchedRule([], first!), second!, { ...slow, value: '900' })
  expect(saves).toEqual([
    { defaultRule: 'Availability Check', enabled: false },
    expect.objectContaining({ id: 'rule-1', value: '900', failureThreshold: 3, enabled: true, contactGroupId: null }),
  ])
  expect(shownRules(base, saves)).toMatchObject([{ enabled: false, draft: down }, { draft: { value: '900' } }])
})

it('keeps what was edited of a rule that is turned off, once for each rule', () => {
  const edited = changedRule([], first!, { ...down, checks: 5 })
  const [shown] = shownRules(base, edited)
  const saves = switchedRule(edited, shown!)
  expect(saves).toHaveLength(1)
  expect(shownRules(base, saves)[0]).toMatchObject({ enabled: false, draft: { checks: 5 } })
})

it('adds, changes and drops rules that do not exist yet', () => {
  const saves = addedRule(addedRule([], slow), { ...slow, name: 'Slower' })
  const added = shownRules(base, saves)[2]!
  const changed = changedRule(saves, added, { ...slow, value: '500' })
  expect(shownRules(base, changed).map(({ draft }) => draft.value)).toEqual(['false', '800', '500', '800'])
  expect(deletedRule(changed, shownRules(base, changed)[2]!)).toMatchObject([{ name: 'Slower' }])
})

it('deletes a rule that exists, and shows it no more', () => {
  const saves = deletedRule([], second!)
  expect(saves).toEqual([{ id: 'rule-1', deleted: true }])
  expect(shownRules(base, saves)).toHaveLength(1)
})
