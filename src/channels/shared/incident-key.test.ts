import { expect, it } from 'vitest'
import { channelTest, critical, resolved } from '../../../test/kit/resources/alerts.ts'
import { incidentKey } from './incident-key.ts'

it('is the same for every alert of an incident, and unique for every test', () => {
  expect([critical, resolved].map((alert) => incidentKey(alert, 'lapwing-7'))).toEqual(['lapwing-7', 'lapwing-7'])
  const tests = [channelTest, { ...channelTest, at: new Date('2026-03-01T12:00:01Z') }].map((alert) =>
    incidentKey(alert, 'lapwing-0'),
  )
  expect(new Set(tests).size).toBe(2)
  expect(incidentKey(channelTest, 'lapwing-0')).toBe(tests[0])
})
