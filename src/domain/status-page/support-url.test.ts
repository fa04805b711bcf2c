import { expect, it } from 'vitest'
import { supportUrlProblem } from './support-url.ts'

it.each(['https://example.com/help', 'http://intranet/help', 'mailto:help@example.com'])('accepts %s', (text) => {
  expect(supportUrlProblem(text)).toBeNull()
})

it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com', 'help@example.com', 'mailto:', ''])(
  'refuses %j',
  (text) => expect(supportUrlProblem(text)).toMatch(/^must be a web address/),
)
