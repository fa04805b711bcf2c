import { describe, expect, it } from 'vitest'
import { addressAtHost } from './page-host.ts'

const pages = new Map([
  ['status.acme.example', 'acme'],
  ['lapwing.example', 'claimed'],
])
const at = (host: string | undefined, url: string) =>
  addressAtHost(
    { headers: { host }, url },
    { pageAt: (name) => pages.get(name), origin: () => 'https://lapwing.example' },
  )

describe('addressAtHost', () => {
  it.each([
    ['/', '/status/acme'],
    ['/?lang=de', '/status/acme/?lang=de'],
    ['/history', '/status/acme/history'],
    ['/api/v2/summary.json', '/status/acme/api/v2/summary.json'],
    ['/calendar.ics', '/status/acme/calendar.ics'],
    ['/calendar/1.ics', '/status/acme/calendar/1.ics'],
    ['/sign-in', '/status/acme/sign-in'],
    ['/appendix', '/status/acme/appendix'],
    ['/v10', '/status/acme/v10'],
    ['/pingu', '/status/acme/pingu'],
  ])('routes %s to the page', (url, address) => {
    for (const host of ['status.acme.example', 'STATUS.acme.example.:443']) expect(at(host, url)).toBe(address)
  })

  it.each([
    '/app',
    '/app/dashboard/sign-in',
    '/v1/monitors?limit=1',
    '/v1?x',
    '/ping/abc',
    '/api/push/abc',
    '/api/v1/heartbeat/abc',
    '/agent/v1/report',
    '/healthz',
    '/readyz',
    '/readyz?x=1',
    '/calendar/on-call/x.ics',
    '/sandbox/monitors',
    '/policies/sunset',
  ])('routes %s to the installation', (url) => {
    expect(at('status.acme.example', url)).toBe(url)
  })

  it('routes everything to the installation at its own name, at IP addresses and at unknown names', () => {
    for (const host of ['lapwing.example', 'Lapwing.example.:80', '127.0.0.1', '[::1]:80', 'other.example', undefined])
      expect(at(host, '/')).toBe('/')
  })
})
