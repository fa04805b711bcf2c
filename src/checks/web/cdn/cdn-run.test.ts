import { describe, expect, it } from 'vitest'
import { startNameServer } from '../../../../test/kit/servers/name-server.ts'
import { openNet, runCheck } from '../../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../../test/kit/checks/run-contract.ts'
import { startSite } from '../../../../test/kit/servers/small-site.ts'
import { cdn } from '../cdn.ts'
import { cacheStatus } from './cache-status.ts'
import { fromCertificate, fromHeaders } from './detect.ts'
import { isCalled } from '../called.ts'
import { providers } from './providers.ts'

keepsTheContractOverHttp(cdn, { path: '/app.js', config: { trackCache: false } })

/** Responds with these sets of headers in order; the last one stays. */
async function check(headers: Record<string, string>[], config: Record<string, unknown> = {}, status = 200) {
  let turn = 0
  const site = await startSite({
    '/app.js': (_request, response) =>
      void response.writeHead(status, headers[Math.min(turn++, headers.length - 1)]).end('x'),
  })
  const outcome = await runCheck(cdn, `${site.origin}/app.js`, { config })
  return { ...outcome, requested: site.requested }
}

describe('a cdn check', () => {
  it('sends two requests, and measures the provider, the speed and the cache status', async () => {
    const cold = { server: 'cloudflare', 'cf-ray': '8f0', 'cf-cache-status': 'MISS' }
    const { metrics, evidence, requested, statusCode } = await check([
      cold,
      { ...cold, 'cf-cache-status': 'HIT', age: '3' },
    ])
    expect(metrics).toEqual({
      'cdn.detected': 1,
      'cdn.cache_hit_ratio': 0.5,
      'cdn.ttfb_ms': expect.any(Number),
      'cdn.status_code': 200,
    })
    expect([requested, statusCode]).toEqual([['GET /app.js', 'GET /app.js'], 200])
    expect(evidence).toMatchObject({
      provider: 'Cloudflare',
      seen_by: 'header cf-ray: 8f0',
      requests: [
        { status: 200, cache: 'no hit (cf-cache-status: MISS)', age: null },
        { status: 200, cache: 'hit (cf-cache-status: HIT)', age: '3' },
      ],
    })
  })

  it('sends one request and has no ratio without trackCache', async () => {
    const { metrics, requested } = await check([{ 'cf-cache-status': 'HIT' }], { trackCache: false })
    expect(requested).toHaveLength(1)
    expect(metrics).not.toHaveProperty(['cdn.cache_hit_ratio'])
  })

  it('has no ratio if the edge sends no cache status', async () => {
    const { metrics, evidence } = await check([{ 'cf-ray': '8f0', age: '100' }])
    expect(metrics).not.toHaveProperty(['cdn.cache_hit_ratio'])
    expect(evidence).toMatchObject({ requests: [{ cache: 'not reported', age: '100' }, {}] })
  })

  it.each([
    ['cloudflare', { 'cf-ray': 'x' }, 1],
    [' CLOUDFLARE ', { 'cf-ray': 'x' }, 1],
    ['Amazon CloudFront', { 'x-amz-cf-id': 'x' }, 1],
    ['Fastly', { 'cf-ray': 'x' }, 0],
    ['Fastly', {}, 0],
    ['', { 'cf-ray': 'x' }, undefined],
  ])('compares with the expected provider "%s"', async (expectedProvider, headers, match) => {
    const { metrics } = await check([headers as Record<string, string>], { expectedProvider, trackCache: false })
    expect(metrics['cdn.provider_match']).toBe(match)
  })

  it('reports that no CDN was detected', async () => {
    const { metrics, evidence, success } = await check([{ server: 'nginx', via: '1.1 proxy' }])
    expect([success, metrics['cdn.detected'], evidence?.['provider']]).toEqual([true, 0, 'none recognized'])
  })

  it('measures an error page, which has its own rule', async () => {
    const { metrics, success } = await check([{ 'x-amz-cf-id': 'x', 'x-cache': 'Error from cloudfront' }], {}, 502)
    expect(success).toBe(true)
    expect(metrics).toMatchObject({ 'cdn.status_code': 502, 'cdn.detected': 1, 'cdn.cache_hit_ratio': 0 })
  })

  it('detects one by its CNAME, and works without a DNS response', async () => {
    const site = await startSite({ '/app.js': 'x' })
    const { port } = new URL(site.origin)
    const chain: Record<string, string> = { 'cdn.shop.test': 'shop.test.edgekey.net' }
    const names = await startNameServer((name, type) =>
      type === 'CNAME' ? (chain[name] ? [chain[name]] : 'SERVFAIL') : type === 'A' ? ['127.0.0.1'] : [],
    )
    const net = openNet({ resolvers: [names.address] })
    const config = { trackCache: false }
    const [behind, alone] = await Promise.all(
      ['cdn.shop.test', 'shop.test'].map((host) => runCheck(cdn, `http://${host}:${port}/app.js`, { net, config })),
    ).finally(() => names.stop())
    expect(behind).toMatchObject({ evidence: { provider: 'Akamai', seen_by: 'CNAME shop.test.edgekey.net' } })
    expect(alone).toMatchObject({ success: true, metrics: { 'cdn.detected': 0 } })
  })
})

describe('a provider', () => {
  it.each([
    ['Cloudflare', { server: 'cloudflare' }],
    ['CloudFront', { via: '1.1 0a1b.cloudfront.net (CloudFront)' }],
    ['Akamai', { server: 'AkamaiGHost' }],
    ['Akamai', { 'server-timing': 'cdn-cache; desc=HIT, edge; dur=1, ak_p; desc="1_2_3"' }],
    ['Azure Front Door', { 'x-azure-ref': '2024' }],
    ['Vercel', { server: 'Vercel', 'x-vercel-id': 'fra1::x' }],
    ['Netlify', { server: 'Netlify' }],
    ['Bunny', { server: 'BunnyCDN-DE1-900' }],
    ['KeyCDN', { server: 'keycdn' }],
    ['CDN77', { 'x-77-cache': 'HIT' }],
    ['Gcore', { 'x-id-fe': 'ed-hw-edge-gc1' }],
    ['Imperva', { 'x-cdn': 'Imperva' }],
    ['Sucuri', { 'x-sucuri-id': '15005' }],
    ['CacheFly', { server: 'CFS 0215' }],
    ['EdgeOne', { 'eo-log-uuid': '1' }],
    ['Alibaba Cloud CDN', { 'ali-swift-global-savetime': '1' }],
    ['OVHcloud CDN', { 'x-cdn-pop': 'sbg' }],
    ['Fastly', { 'x-served-by': 'cache-fra-eddf8230071-FRA', via: '1.1 varnish' }],
    ['Google Cloud CDN', { via: '1.1 google' }],
    // The edge nearest to the visitor, not the one behind it.
    ['Cloudflare', { 'x-served-by': 'cache-fra-1', 'cf-ray': 'x' }],
  ])('%s is detected by its headers', (name, headers) => {
    expect(fromHeaders(headers as Record<string, string>)?.provider.name).toBe(name)
  })

  it.each([{ server: 'nginx' }, { via: '1.1 varnish' }, { 'x-cdn': 'own' }, { 'x-served-by': 'web-3' }])(
    'is not detected in %j',
    (headers) => expect(fromHeaders(headers)).toBe(null),
  )

  it('is detected by its certificate', () => {
    const certificate = (subject: string, subjectAltName: string) => fromCertificate({ subject, subjectAltName })
    expect(certificate('CN=*.azureedge.net', 'DNS:*.azureedge.net')).toMatchObject({
      provider: { name: 'Azure Front Door' },
      seenBy: 'certificate for *.azureedge.net',
    })
    expect(certificate('C=US\nCN=shop.test', 'DNS:shop.test, DNS:x.map.fastly.net')?.provider.name).toBe('Fastly')
    expect(certificate('CN=shop.test', 'DNS:notfastly.net')).toBe(null)
  })

  it('has a unique name', () => {
    for (const { name, aliases = [] } of providers)
      for (const one of [name, ...aliases]) expect(providers.filter((other) => isCalled(other, one))).toHaveLength(1)
  })
})

describe('a cache status', () => {
  it.each([
    [{ 'cf-cache-status': 'REVALIDATED' }, true],
    [{ 'cf-cache-status': 'DYNAMIC' }, false],
    [{ 'cf-cache-status': 'BYPASS' }, false],
    [{ 'cf-cache-status': 'NONE/UNKNOWN' }, false],
    [{ 'x-cache': 'Hit from cloudfront' }, true],
    [{ 'x-cache': 'RefreshHit from cloudfront' }, true],
    [{ 'x-cache': 'Miss from cloudfront' }, false],
    [{ 'x-cache': 'MISS, HIT' }, true],
    [{ 'x-cache': 'HIT, MISS' }, false],
    [{ 'x-cache': 'TCP_MEM_HIT from a23-1-2-3.deploy (AkamaiGHost)' }, true],
    [{ 'x-cache': 'TCP_REFRESH_MISS from a23' }, false],
    [{ 'cache-status': '"Origin"; fwd=miss, "Edge"; hit; ttl=30' }, true],
    [{ 'cache-status': '"Netlify Edge"; fwd=stale' }, false],
    [{ 'x-vercel-cache': 'PRERENDER' }, true],
    [{ 'x-cache-status': 'EXPIRED' }, false],
    [{ 'server-timing': 'edge; dur=1, cdn-cache; desc=HIT' }, true],
    [{ 'x-cache': 'HIT', 'cf-cache-status': 'MISS' }, false],
    [{ 'x-cache': 'yes, sometimes' }, undefined],
    [{ 'server-timing': 'db; dur=3' }, undefined],
    [{ 'x-cache': `${'a_'.repeat(30_000)}!` }, undefined],
    [{}, undefined],
  ])('is parsed from %j', (headers, isHit) => {
    expect(cacheStatus(headers as Record<string, string>)?.isHit).toBe(isHit)
  })
})
