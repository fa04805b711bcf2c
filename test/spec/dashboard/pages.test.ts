// Browsers get the dashboard, programs get JSON.
import { describe, expect, it } from 'vitest'
import type { Dashboard, WebFile } from '../../../src/api/web.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const file = (type: string, text: string, compressed = true): WebFile => ({
  type,
  plain: Buffer.from(text),
  br: compressed ? Buffer.from(`br ${text}`) : null,
  gz: compressed ? Buffer.from(`gz ${text}`) : null,
})
const page = '<!doctype html><script>first()</script><script type="module" src="/assets/a-1.js"></script>'
const built: Dashboard = {
  state: 'ready',
  files: new Map([
    ['/index.html', file('text/html; charset=utf-8', page, false)],
    ['/assets/a-1.js', file('text/javascript; charset=utf-8', 'a()')],
    ['/favicon.svg', file('image/svg+xml', '<svg/>')],
  ]),
}
let now: Dashboard = built
const dashboard = { current: () => now, start: () => undefined, stop: async () => undefined }
const app = sharedLapwing({ dashboard })

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app().origin + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a browser', () => {
  const sections = ['/', '/monitors', '/incidents', '/hosts', '/on-call', '/channels', '/contacts', '/maintenance']
  const more = ['/status-pages', '/reports', '/diagnostics', '/settings', '/confirmations', '/oauth/device']
  const deep = ['/setup?token=x', '/sign-in', '/monitors/1/checks', '/incidents/12', '/settings/me/look']

  it.each([...sections, ...more, ...deep])('gets the page at %s', async (path) => {
    const { status, headers, text } = await get(path, asPerson)
    expect([status, text]).toEqual([200, page])
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('allows only its own files and its inline script', async () => {
    const policy = (await get('/', asPerson)).headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self';/)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('gets the page at an unknown address, which shows the error', async () => {
    const { status, headers, text } = await get('/nowhere', asPerson)
    expect([status, text]).toEqual([404, page])
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  })

  it.each(['/v1', '/v1/nowhere', '/app/nowhere'])('gets 404 as JSON at %s', async (path) => {
    const { status, text } = await get(path, asPerson)
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found'])
  })

  it('caches files with hashed names, and gets them compressed', async () => {
    const { headers, text } = await get('/assets/a-1.js', { 'accept-encoding': 'identity' })
    expect(text).toBe('a()')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toBe('accept-encoding')
    const head = await fetch(`${app().origin}/assets/a-1.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(head.headers.get('content-encoding')).toBe('br')
  })

  it.each(['/assets/b-2.js', '/assets/..%2findex.html', '/assets/'])('gets 404 at %s', async (path) => {
    expect((await get(path, asPerson)).status).toBe(404)
  })
})

describe('a program', () => {
  it('gets JSON as before', async () => {
    expect(JSON.parse((await get('/')).text)).toMatchObject({ name: 'Lapwing' })
    expect((await get('/incidents/12')).text).toContain('/v1/incidents/12/timeline')
    expect((await get('/setup')).text).toContain('open this address in a browser')
    for (const path of ['/monitors', '/incidents', '/incidents/x', '/sign-in', '/nowhere'])
      expect(JSON.parse((await get(path)).text).error.code).toBe('not_found')
  })
})

describe('until it is built', () => {
  it('the page shows the progress and reloads itself', async () => {
    now = { state: 'building', doing: 'installing <packages>' }
    const { status, headers, text } = await get('/monitors', asPerson)
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(text).toContain('http-equiv="refresh"')
    expect(text).toContain('installing &lt;packages&gt;')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(JSON.parse((await get('/')).text).name).toBe('Lapwing')
    now = built
  })

  it('the page shows why the build failed', async () => {
    now = { state: 'failed', why: '<script>src/main.tsx is broken' }
    const { status, text } = await get('/', asPerson)
    expect(status).toBe(503)
    expect(text).toContain('&lt;script&gt;src/main.tsx is broken')
    expect(text).not.toContain('http-equiv')
    now = built
  })
})
