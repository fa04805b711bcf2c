import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../../test/kit/clock.ts'
import { inSlowMotion, openNet, runCheck } from '../../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../../test/kit/checks/run-contract.ts'
import { startSite } from '../../../../test/kit/servers/small-site.ts'
import { sitemap } from '../sitemap.ts'

// It drips a line of dots: no URL, and recognized as no sitemap once it is long enough.
keepsTheContractOverHttp(sitemap, { path: '/sitemap.xml' })

type Pages = Parameters<typeof startSite>[0]

const urlset = (...addresses: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${addresses.map((one) => `<url><loc>\n  ${one} </loc><image:image><image:loc>http://no/</image:loc></image:image></url>`).join('\n')}
</urlset>`
const index = (...addresses: string[]): string =>
  `<sitemapindex>${addresses.map((one) => `<sitemap><loc>${one}</loc></sitemap>`).join('')}</sitemapindex>`

/** `@` stands for the origin in all files. */
async function check(pages: Pages, { config = {}, path = '/sitemap.xml' } = {}) {
  const served: Pages = {}
  const site = await startSite(served)
  const here = (text: string): string => text.replaceAll('@', site.origin)
  for (const [name, page] of Object.entries(pages)) served[name] = typeof page === 'string' ? here(page) : page
  const outcome = await runCheck(sitemap, `${site.origin}${path}`, { config, deadlineMs: 60_000 })
  const evidence = JSON.parse(JSON.stringify(outcome.evidence).replaceAll(site.origin, '@'))
  return { ...outcome, evidence, requested: site.requested.slice(1).toSorted(), origin: site.origin }
}

describe('a sitemap check', () => {
  it('counts the pages, requests them and shows the broken ones', async () => {
    const moved = { status: 301, headers: { location: '/ok' } }
    const pages = { '/ok': 'fine', '/moved': moved, '/broken': { status: 500 }, '/q?a=1&b=2': 'fine' }
    const listed = urlset('@/ok', '@/moved', '@/broken', '@/gone', '@/q?a=1&amp;b=2')
    const { requested, ...outcome } = await check({ '/sitemap.xml': listed, ...pages })
    expect(outcome).toMatchObject({ success: true, statusCode: 200, error: null })
    expect(outcome.metrics).toEqual({
      'sitemap.found': 1,
      'sitemap.url_count': 5,
      'sitemap.broken_urls': 2,
      'sitemap.broken_percent': 40,
    })
    expect(outcome.evidence).toMatchObject({
      status: '200 OK',
      kind: 'XML',
      pages: { listed: 5, requested: 5, broken: 2 },
      broken: expect.arrayContaining([
        { url: '@/broken', problem: '500 Internal Server Error' },
        { url: '@/gone', problem: '404 Not Found' },
      ]),
    })
    expect(requested).toEqual(['GET /broken', 'GET /gone', 'GET /moved', 'GET /ok', 'GET /ok', 'GET /q?a=1&b=2'])
  })

  it('requests the configured number of pages, and only counts with 0', async () => {
    const pages = { '/sitemap.xml': urlset(...Array.from({ length: 50 }, (_, n) => `@/${n}`)) }
    expect((await check(pages, { config: { checkUrlCount: 7 } })).requested).toHaveLength(7)
    const { requested, metrics } = await check(pages, { config: { checkUrlCount: 0 } })
    expect([requested, metrics]).toEqual([[], { 'sitemap.found': 1, 'sitemap.url_count': 50 }])
  })

  it('stores no URLs of broken pages if configured', async () => {
    const { evidence, metrics } = await check(
      { '/sitemap.xml': urlset('@/gone') },
      { config: { captureBrokenUrls: false } },
    )
    expect(metrics['sitemap.broken_urls']).toBe(1)
    expect(JSON.stringify(evidence)).not.toContain('gone')
  })

  it('requests pages of the same site only, and counts those of others', async () => {
    const listed = urlset(
      '@/ok',
      'http://victim.example/',
      'http://169.254.169.254/latest',
      '/relative',
      'mailto:a@b.c',
    )
    const { requested, metrics, evidence } = await check({ '/sitemap.xml': listed, '/ok': 'fine' })
    expect(requested).toEqual(['GET /ok'])
    expect(metrics).toMatchObject({ 'sitemap.url_count': 5, 'sitemap.broken_urls': 0, 'sitemap.broken_percent': 0 })
    expect(evidence.pages).toMatchObject({ of_other_sites: 2, not_addresses: 2 })
  })

  it('does not count a rate-limited page as broken', async () => {
    const pages = { '/sitemap.xml': urlset('@/ok', '@/busy'), '/ok': 'fine', '/busy': { status: 429 } }
    const { metrics, evidence } = await check(pages)
    expect(metrics).toMatchObject({ 'sitemap.broken_urls': 0, 'sitemap.broken_percent': 0 })
    expect(evidence.pages).toMatchObject({ requested: 2, answered_too_many_requests: 1 })
  })

  it('counts a page as broken if it does not respond within ten seconds', async () => {
    const silent: RequestListener = () => undefined
    const served: Pages = { '/silent': silent }
    const { origin } = await startSite(served)
    served['/sitemap.xml'] = urlset(`${origin}/silent`)
    const clock = fakeClock(new Date())
    const running = runCheck(sitemap, `${origin}/sitemap.xml`, { net: openNet({ clock }), clock, deadlineMs: 30_000 })
    expect(await inSlowMotion(clock, running, 100)).toMatchObject({
      success: true,
      metrics: { 'sitemap.broken_urls': 1 },
      evidence: { broken: [{ problem: 'no response within 10 s (while waiting for the answer)' }] },
    })
  })

  it('reports its results so far at the deadline', async () => {
    const silent: RequestListener = () => undefined
    const served: Pages = { '/silent': silent, '/ok': 'fine' }
    const { origin } = await startSite(served)
    served['/sitemap.xml'] = urlset(`${origin}/silent`, `${origin}/gone`)
    const clock = fakeClock(new Date())
    const running = runCheck(sitemap, `${origin}/sitemap.xml`, { net: openNet({ clock }), clock, deadlineMs: 5000 })
    expect(await inSlowMotion(clock, running, 10)).toMatchObject({
      success: false,
      cause: 'timeout',
      metrics: { 'sitemap.found': 1, 'sitemap.url_count': 2, 'sitemap.broken_urls': 1 },
    })
  })
})

describe('an index', () => {
  it('is followed, also into another one, each file once', async () => {
    const pages = {
      '/sitemap.xml': index('@/a.xml', '@/more.xml', '@/sitemap.xml', '@/a.xml'),
      '/a.xml': urlset('@/1', '@/2'),
      '/more.xml': index('@/b.xml.gz', '@/more.xml'),
      '/1': 'fine',
      '/2': 'fine',
    }
    const gzipped: RequestListener = (_request, response) => void response.end(gzipSync(urlset('http://127.0.0.1/3')))
    const { metrics, requested, evidence } = await check(
      { ...pages, '/b.xml.gz': gzipped },
      { config: { checkUrlCount: 0 } },
    )
    expect(requested).toEqual(['GET /a.xml', 'GET /b.xml.gz', 'GET /more.xml'])
    expect(metrics).toMatchObject({ 'sitemap.found': 1, 'sitemap.url_count': 3, 'sitemap.broken_urls': 0 })
    expect(evidence).toMatchObject({ kind: 'index', sitemaps: { read: 3, unreadable: 0 } })
  })

  it('counts an unreadable file as broken, and reports why', async () => {
    const pages = {
      '/sitemap.xml': index('@/gone.xml', '@/bad.xml', '@/a.xml'),
      '/bad.xml': '<urlset><url>',
      '/1': 'fine',
    }
    const { metrics, evidence, success } = await check({ ...pages, '/a.xml': urlset('@/1') })
    expect(success).toBe(true)
    expect(metrics).toMatchObject({ 'sitemap.url_count': 1, 'sitemap.broken_urls': 2 })
    expect(metrics['sitemap.broken_percent']).toBeCloseTo(200 / 3, 2)
    expect(evidence.broken).toEqual(
      expect.arrayContaining([
        { url: '@/gone.xml', problem: '404 Not Found' },
        { url: '@/bad.xml', problem: expect.stringMatching(/not well-formed XML: line 1: unclosed tag/) },
      ]),
    )
  })

  it('is read in part if it is too large, and then the number of pages is unknown', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `@/${n}.txt`)
    const pages: Pages = { '/sitemap.xml': index(...many, 'http://elsewhere.example/sitemap.xml') }
    for (let n = 0; n < 300; n++) pages[`/${n}.txt`] = 'http://127.0.0.1/page'
    const { metrics, requested, evidence } = await check(pages, { config: { checkUrlCount: 0 } })
    expect(requested).toHaveLength(99)
    expect(metrics).toEqual({ 'sitemap.found': 1, 'sitemap.broken_urls': 0 })
    expect(evidence.sitemaps).toEqual({ read: 99, unreadable: 0, not_read: 202 })
  })
})

describe('a sitemap file', () => {
  const locOf = (n: number): string => `<url><loc>http://127.0.0.1/page/${n}</loc></url>`
  const large = `<urlset>${Array.from({ length: 50_000 }, (_, n) => locOf(n)).join('')}</urlset>`
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(urlset('http://127.0.0.1/ü'), 'utf16le')])
  const latin = Buffer.from(urlset('http://127.0.0.1/ü').replace('UTF-8', 'ISO-8859-1'), 'latin1')
  const packed: RequestListener = (_request, response) =>
    void response.setHeader('content-encoding', 'gzip').end(gzipSync(`<urlset>${locOf(1)}${locOf(2)}</urlset>`))

  it.each<[what: string, page: Pages[string], kind: string, pages: number]>([
    ['50,000 addresses in a gzip file', gzipSync(large), 'XML', 50_000],
    ['what was packed on the way', packed, 'XML', 2],
    ['an empty sitemap', '<urlset/>', 'XML', 0],
    ['a list of lines', '\n\nhttp://127.0.0.1/1\r\nhttp://127.0.0.1/2\n\nhttp://127.0.0.1/3', 'text', 3],
    ['CDATA', '<urlset><url><loc><![CDATA[http://127.0.0.1/?a&b]]></loc></url></urlset>', 'XML', 1],
    ['prefixes', '<s:urlset xmlns:s="x"><s:url><s:loc>http://127.0.0.1/</s:loc></s:url></s:urlset>', 'XML', 1],
    ['UTF-16', utf16, 'XML', 1],
    ['Latin-1', latin, 'XML', 1],
    [
      'RSS',
      '<rss><channel><link>http://no/</link><item><link>http://127.0.0.1/1</link></item></channel></rss>',
      'RSS',
      1,
    ],
    [
      'Atom',
      '<feed><link href="http://no/"/><entry><link href="http://127.0.0.1/1"/><link rel="self" href="http://no/"/></entry></feed>',
      'Atom',
      1,
    ],
  ])('is %s', async (_what, page, kind, pages) => {
    const { metrics, evidence } = await check({ '/sitemap.xml': page }, { config: { checkUrlCount: 0 } })
    expect([evidence.problem, evidence.kind, metrics]).toEqual([
      undefined,
      kind,
      { 'sitemap.found': 1, 'sitemap.url_count': pages },
    ])
  })

  const bomb = gzipSync(Buffer.alloc(60_000_000, `http://127.0.0.1/${'x'.repeat(4000)}\n`))

  it.each<[what: string, page: Pages[string], problem: RegExp | undefined]>([
    ['nothing', { status: 404 }, undefined],
    ['nobody may see', { status: 403 }, undefined],
    ['an HTML page', '<!doctype html><html><meta charset=utf-8><p>Welcome', /it is an HTML page$/],
    ['empty', '', /it is empty$/],
    ['prose', 'Hello there', /neither XML nor a list of URLs$/],
    ['another sort of XML', '<?xml version="1.0"?><svg/>', /starts with <svg> instead of <urlset>/],
    ['cut off', '<urlset><url><loc>http://127.0.0.1/</loc></url>', /line 1: unclosed tag: urlset/],
    [
      'written without care',
      '<urlset>\n<url><loc>http://127.0.0.1/?a=1&b=2</loc></url></urlset>',
      /line 2: .*write an & in a URL as &amp;/,
    ],
    [
      'a trap of entities',
      '<!DOCTYPE u [<!ENTITY a "aaaa"><!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;&x;</loc></url></urlset>',
      /entity/,
    ],
    ['in an encoding nobody knows', '<?xml version="1.0" encoding="klingon"?><urlset/>', /unknown encoding "klingon"/],
    ['a damaged gzip file', gzipSync(large).subarray(0, 5000), /gzip compression is damaged or incomplete$/],
    ['a bomb', bomb, /larger than 50 MiB when unpacked$/],
    ['a comment without an end', `<urlset><!-- ${'x'.repeat(400_000)}`, /has no tag for too long$/],
    ['a tag without an end', `<urlset ${'a="x" '.repeat(80_000)}`, /has no tag|duplicate attribute/],
    ['a line without an end', `http://127.0.0.1/${'x'.repeat(400_000)}`, /endless line$/],
    ['nested too deeply', '<urlset>'.repeat(10_000), /nested more than 32 levels deep$/],
  ])('is rejected if the file is %s', async (_what, page, problem) => {
    const { metrics, evidence, success, error } = await check({ '/sitemap.xml': page })
    expect([success, error, metrics]).toEqual([true, null, { 'sitemap.found': 0 }])
    if (problem) expect(evidence.problem).toMatch(problem)
  })

  it.each([503, 429])('is unknown if the server responds with %i', async (status) => {
    const { metrics, success, cause, error } = await check({ '/sitemap.xml': { status } })
    expect([success, cause, metrics]).toEqual([false, 'http_status', {}])
    expect(error).toMatch(`the sitemap responded with HTTP ${status}`)
  })
})
