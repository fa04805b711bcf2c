import { expect, it } from 'vitest'
import { channelTest, critical, samples } from '../../../test/kit/resources/alerts.ts'
import { speakable, spokenText } from './spoken.ts'

it.each([
  ['HTTP 503 (expected 2xx or 3xx)', 'HTTP 5 0 3, expected 2 x x or 3 x x'],
  ['connection refused by 192.0.2.1:443', 'connection refused by 192 dot 0 dot 2 dot 1 port 443'],
  ['due on Wed 18 Nov, 03:14 (Europe/Berlin), 02:14 UTC', 'due on Wed 18 Nov, 03:14, Europe Berlin, 02:14 UTC'],
  ['no answer from 192.0.2.10:53', 'no answer from 192 dot 0 dot 2 dot 10 port 53'],
  ['response_time > 2000', 'response time is over 2000'],
  ['2.7 s (limit 1 s, 95%)', '2.7 seconds, limit 1 second, 95 percent'],
  ['no answer from https://shop.example/cart?id=7 within 30 s', 'no answer from shop.example within 30 seconds'],
  ['success == false', 'success is false'],
  ['🔴 <b>"Shop" & co</b>', 'b Shop co b'],
  ['Zahlungen für Köln', 'Zahlungen für Köln'],
])('reads %s as words', (text, spoken) => {
  expect(speakable(text)).toBe(spoken)
})

it('says what is down and why', () => {
  const alert = { ...critical, incident: { ...critical.incident, message: 'Shop is down: HTTP 503' } }
  expect(spokenText(alert)).toBe('Alert from Lapwing. Shop is down. HTTP 5 0 3.')
  expect(spokenText({ ...alert, reminder: true })).toMatch(/^Reminder from Lapwing\. /)
  expect(spokenText(channelTest)).toMatch(/^This is a test call from Lapwing\./)
})

it.each(Object.entries(samples))('is short, and only words: %s', (_what, alert) => {
  expect(spokenText(alert).length).toBeLessThanOrEqual(400)
  expect(spokenText(alert)).toMatch(/^[\p{L}\p{M}\p{N}\s.,:;?!'+…-]+$/u)
})
