import { describe, expect, it } from 'vitest'
import {
  type ComponentStatus,
  type Impact,
  componentStatus,
  componentStatuses,
  overallStatus,
  withImpacts,
  worstOf,
} from './status.ts'

const impact = (fields: Partial<Impact>): Impact => ({
  severity: 'critical',
  affectedComponentIds: [],
  affectedMonitorIds: [],
  ...fields,
})

describe('the combined status of monitors', () => {
  it.each<[ComponentStatus[], ComponentStatus]>([
    [[], 'unknown'],
    [['up', 'up'], 'up'],
    [['up', 'degraded', 'down'], 'down'],
    [['up', 'degraded', 'maintenance'], 'degraded'],
    [['up', 'maintenance', 'paused'], 'maintenance'],
    [['up', 'unknown', 'paused'], 'up'],
    [['unknown', 'paused'], 'unknown'],
    [['paused', 'paused'], 'paused'],
  ])('%j is %s', (statuses, whole) => {
    expect(worstOf(statuses)).toBe(whole)
  })
})

describe('the status of a page', () => {
  it.each<[ComponentStatus[], Impact[], string]>([
    [[], [], 'operational'],
    [['unknown', 'paused'], [], 'operational'],
    [['up', 'up'], [], 'operational'],
    [['up', 'degraded'], [], 'degraded'],
    [['up', 'down'], [], 'degraded'],
    [['up', 'down', 'down'], [], 'major_outage'],
    [['down', 'unknown', 'paused'], [], 'major_outage'],
    [['up', 'maintenance'], [], 'maintenance'],
    [['maintenance', 'degraded'], [], 'degraded'],
    [['up'], [impact({})], 'major_outage'],
    [['up'], [impact({ severity: 'major' })], 'degraded'],
    [['maintenance'], [impact({ severity: 'major' })], 'degraded'],
    [['up'], [impact({ severity: 'minor' })], 'operational'],
    [['up'], [impact({ affectedComponentIds: ['c'] })], 'operational'],
  ])('with components %j and announcements %j is %s', (components, impacts, overall) => {
    expect(overallStatus(components, impacts)).toBe(overall)
  })
})

describe('an announcement that names components', () => {
  const monitors = [
    { id: 'a', status: 'up' as const },
    { id: 'b', status: 'up' as const },
  ]
  const statusWith = (impacts: Impact[]): ComponentStatus =>
    componentStatus('c', withImpacts('c', monitors, impacts), impacts)

  it.each<[Impact['severity'], ComponentStatus]>([
    ['minor', 'up'],
    ['major', 'degraded'],
    ['critical', 'down'],
  ])('that is %s makes them %s', (severity, status) => {
    expect(statusWith([impact({ severity, affectedComponentIds: ['c'] })])).toBe(status)
    expect(statusWith([impact({ severity, affectedComponentIds: ['other'] })])).toBe('up')
  })

  it('can be narrowed to some of their monitors', () => {
    const narrow = impact({ affectedComponentIds: ['c'], affectedMonitorIds: ['b'] })
    expect(withImpacts('c', monitors, [narrow])).toEqual([monitors[0], { id: 'b', status: 'down' }])
    expect(statusWith([narrow])).toBe('down')
    expect(statusWith([impact({ affectedComponentIds: ['c'], affectedMonitorIds: ['gone'] })])).toBe('up')
  })

  it('applies to a component without monitors, too', () => {
    expect(componentStatus('c', [], [impact({ affectedComponentIds: ['c'] })])).toBe('down')
  })

  it('never improves a worse status', () => {
    for (const status of componentStatuses) {
      const impacts = [impact({ severity: 'major', affectedComponentIds: ['c'] })]
      const after = componentStatus('c', withImpacts('c', [{ id: 'a', status }], impacts), impacts)
      expect(after).toBe(status === 'down' ? 'down' : 'degraded')
    }
  })
})
