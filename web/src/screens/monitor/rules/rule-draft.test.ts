import { expect, it } from 'vitest'
import type { MonitorType } from '../monitor-data.ts'
import { newDraft, withMetric } from './rule-draft.ts'

const metric = (name: string, unit: string, usual: string | null, severity = 'warning') => ({
  metric: name,
  aliases: [],
  label: name,
  unit,
  operators: ['>', '<', '==', '!='],
  usual_operator: usual,
  severity,
})
const type = {
  metrics: [
    metric('success', 'truth', '==', 'critical'),
    metric('missed', 'flag', '==', 'critical'),
    metric('response_time', 'ms', '>'),
    metric('late', 'seconds', '>'),
  ],
} as unknown as MonitorType

it('starts a rule with a condition that means trouble', () => {
  const jobs = { metrics: type.metrics.slice(0, 2) } as MonitorType
  expect(newDraft(jobs, { locations: 0, rules: [] })).toMatchObject({
    metric: 'success',
    operator: '==',
    value: 'false',
  })
  const rules = [{ metric: 'success', severity: 'critical' as const }]
  expect(newDraft(jobs, { locations: 0, rules })).toMatchObject({ metric: 'missed', operator: '==', value: '1' })
  expect(withMetric(newDraft(type, { locations: 2, rules: [] }), type, 'success').value).toBe('false')
})

it('starts with the response time unless it has a rule', () => {
  expect(newDraft(type, { locations: 2, rules: [] })).toMatchObject({ metric: 'response_time', value: '1000' })
  const rules = [{ metric: 'response_time', severity: 'warning' as const }]
  expect(newDraft(type, { locations: 2, rules }).metric).toBe('success')
})
