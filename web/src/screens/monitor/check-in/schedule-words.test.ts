import { expect, it } from 'vitest'
import { scheduleOf } from './schedule-words.ts'
import { snippet, snippetNames } from './snippets.ts'

const cron = (cronExpression: string) =>
  scheduleOf({ config: { scheduleType: 'cron', cronExpression }, intervalSeconds: 60 })

it.each([
  ['*/5 * * * *', { kind: 'period', seconds: 300 }],
  ['* * * * *', { kind: 'period', seconds: 60 }],
  ['7 * * * *', { kind: 'period', seconds: 3600 }],
  ['30 2 * * *', { kind: 'daily', time: '02:30' }],
  ['0 9 * * 1-5', { kind: 'weekdays', days: [1, 2, 3, 4, 5], time: '09:00' }],
  ['0 9 * * 7', { kind: 'weekdays', days: [0], time: '09:00' }],
  ['15 4 1 * *', { kind: 'monthly', day: 1, time: '04:15' }],
  ['*/7 * * * *', { kind: 'expression', text: '*/7 * * * *' }],
  ['0 0 1 1 *', { kind: 'expression', text: '0 0 1 1 *' }],
  ['', { kind: 'expression', text: '' }],
])('reads %s', (expression, words) => expect(cron(expression)).toEqual(words))

it('takes the interval of the monitor for a period that is not set', () => {
  expect(scheduleOf({ config: {}, intervalSeconds: 90 })).toEqual({ kind: 'period', seconds: 90 })
  expect(scheduleOf({ config: { periodSeconds: 30 }, intervalSeconds: 90 })).toEqual({ kind: 'period', seconds: 30 })
})

it('names the address in every snippet', () => {
  for (const name of snippetNames)
    expect(snippet(name, 'https://x.example/ping/abc')).toContain('https://x.example/ping/abc')
})
