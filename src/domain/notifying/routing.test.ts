import { describe, expect, it } from 'vitest'
import { type RoutedChannel, groupsFor, routesOf } from './routing.ts'

const channel = (more: Partial<RoutedChannel> = {}): RoutedChannel => ({
  id: 1,
  type: 'webhook',
  name: 'Ops',
  enabled: true,
  isDefault: false,
  severities: ['critical', 'warning'],
  groupIds: ['ops'],
  ...more,
})
const occasion = { severity: 'critical', groupIds: ['ops', 'web'], silence: null }

describe('the groups an alert concerns', () => {
  it.each([
    [
      'the one its rule names, before all others',
      { ruleGroup: 'db', monitorGroups: ['ops'], defaultGroup: 'all' },
      ['db'],
    ],
    [
      'those its monitor names',
      { ruleGroup: null, monitorGroups: ['ops', 'web', 'ops'], defaultGroup: 'all' },
      ['ops', 'web'],
    ],
    ["the organization's default", { ruleGroup: null, monitorGroups: [], defaultGroup: 'all' }, ['all']],
    [
      'those that were notified of it before',
      { ruleGroup: 'db', monitorGroups: ['ops'], defaultGroup: 'all', notifiedGroups: ['web', 'ops'] },
      ['web', 'ops'],
    ],
    ['nobody when there is none', { ruleGroup: null, monitorGroups: [], defaultGroup: null }, []],
  ])('are %s', (_name, concerned, expected) => expect(groupsFor(concerned)).toEqual(expected))
})

describe('a channel', () => {
  it.each([
    ['is notified for the groups it is routed from', {}, {}, [{ groupIds: ['ops'], silence: null }]],
    ['is not concerned when none of them is', { groupIds: ['db'] }, {}, []],
    [
      'is notified for every group when it is the default',
      { isDefault: true, groupIds: [] },
      {},
      [{ groupIds: ['ops', 'web'], silence: null }],
    ],
    ['stays silent while it is disabled', { enabled: false }, {}, [{ silence: 'disabled' }]],
    [
      'stays silent about severities it does not take',
      { severities: ['warning'] },
      {},
      [{ silence: 'severity_filter' }],
    ],
    ['stays silent during maintenance', {}, { silence: 'maintenance' as const }, [{ silence: 'maintenance' }]],
  ])('%s', (_name, fields, more, expected) =>
    expect(routesOf({ ...occasion, ...more }, [channel(fields)])).toMatchObject(expected),
  )
})
