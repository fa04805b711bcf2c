import type { OutgoingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../../test/kit/checks/run-contract.ts'
import { startSite } from '../../../../test/kit/servers/small-site.ts'
import { isCalled } from '../called.ts'
import { cms } from '../cms.ts'
import { platforms } from './platforms.ts'

keepsTheContractOverHttp(cms)

const generator = (content: string): string => `<meta name="Generator" content="${content}">`
const script = (src: string): string => `<script defer src="${src}"></script>`
const style = (href: string): string => `<link rel="stylesheet" href="${href}">`

interface Sample {
  readonly head?: string
  readonly headers?: OutgoingHttpHeaders
  readonly html?: string
  readonly body?: string
  readonly version?: string
}

/** Two samples if a platform has more than one sign. */
const samples: readonly (readonly [name: string, sample: Sample])[] = [
  ['WordPress', { head: generator('WordPress 6.8.1') + style('/wp-content/themes/x/style.css'), version: '6.8.1' }],
  ['WordPress', { headers: { link: '<https://a.test/wp-json/>; rel="https://api.w.org/"' } }],
  ['WordPress', { head: script('https://a.test/wp-includes/js/jquery.js?ver=3') }],
  ['Drupal', { head: generator('Drupal 11 (https://www.drupal.org)'), version: '11' }],
  ['Drupal', { headers: { 'X-Drupal-Dynamic-Cache': 'HIT' } }],
  ['Joomla', { head: generator('Joomla! - Open Source Content Management') }],
  [
    'TYPO3',
    { head: `${generator('TYPO3 CMS')}<!-- This website is powered by TYPO3 - inspiring people to share! -->` },
  ],
  ['TYPO3', { headers: { 'set-cookie': 'fe_typo_user=1; path=/' } }],
  ['Neos', { headers: { 'X-Flow-Powered': 'Flow/8 Neos/8.3' }, version: '8.3' }],
  ['Contao', { head: generator('Contao Open Source CMS') }],
  ['Shopify', { head: style('//cdn.shopify.com/s/files/1/x/theme.css') }],
  ['Shopify', { headers: { 'powered-by': 'Shopify' } }],
  ['Shopware', { head: script('/bundles/storefront/storefront.js') }],
  ['Magento', { head: script('/static/version1700000000/frontend/Magento/luma/en_US/requirejs.js') }],
  ['PrestaShop', { html: 'lang="fr"', body: 'id="prestashop-home"' }],
  ['OpenCart', { head: style('catalog/view/theme/default/stylesheet.css') }],
  ['BigCommerce', { head: '<meta name="platform" content="bigcommerce.stencil">' }],
  ['Wix', { head: generator('Wix.com Website Builder') }],
  ['Squarespace', { headers: { server: 'Squarespace' }, head: '<!-- This is Squarespace. -->' }],
  ['Webflow', { html: 'data-wf-page="1" data-wf-site="2"', head: generator('Webflow') }],
  ['Framer', { head: generator('Framer 2f1a'), version: '2f1a' }],
  ['Weebly', { head: script('//cdn2.editmysite.com/js/site/main.js') }],
  ['Jimdo', { head: style('https://assets.jimstatic.com/web.css') }],
  ['Duda', { head: script('https://static.cdn-website.com/mnlt/production/x.js') }],
  ['Tilda', { head: style('https://static.tildacdn.com/css/tilda-grid-3.0.min.css') }],
  ['GoDaddy Website Builder', { head: generator('Starfield Technologies; Go Daddy Website Builder 8.0.0000') }],
  ['Ghost', { head: generator('Ghost 5.87'), version: '5.87' }],
  ['Blogger', { head: "<meta content='blogger' name='generator'/>" }],
  ['Substack', { head: style('https://substackcdn.com/bundle/theme/main.css') }],
  ['HubSpot', { headers: { 'x-hs-hub-id': '1' } }],
  ['Adobe Experience Manager', { head: style('/etc.clientlibs/site/clientlibs/base.lc-1.css') }],
  ['Sitecore', { headers: { 'set-cookie': 'SC_ANALYTICS_GLOBAL_COOKIE=1' } }],
  ['Kentico', { headers: { 'set-cookie': 'CMSPreferredCulture=en-US' } }],
  ['Umbraco', { headers: { 'x-umbraco-version': '8.18' }, version: '8.18' }],
  ['DNN', { head: script('/Portals/_default/skins/x/js/main.js') }],
  ['Liferay', { headers: { 'Liferay-Portal': 'Liferay Community Edition Portal 7.4.3' }, version: '7.4.3' }],
  ['Plone', { head: generator('Plone - https://plone.org/') }],
  ['Silverstripe', { head: generator('SilverStripe - https://www.silverstripe.org') }],
  ['Craft CMS', { headers: { 'x-powered-by': 'Craft CMS' } }],
  ['Concrete CMS', { head: generator('concrete5 - 8.5.12'), version: '8.5.12' }],
  ['Statamic', { headers: { 'x-powered-by': 'Statamic' } }],
  ['October CMS', { headers: { 'set-cookie': 'october_session=1' } }],
  ['Grav', { head: generator('GravCMS') }],
  ['ProcessWire', { headers: { 'x-powered-by': 'ProcessWire CMS' } }],
  ['MODX', { headers: { 'x-powered-by': 'MODX Revolution' } }],
  ['Bitrix', { headers: { 'x-powered-cms': 'Bitrix Site Manager' } }],
  ['Odoo', { head: generator('Odoo') }],
  ['MediaWiki', { head: generator('MediaWiki 1.43.0-wmf.2'), version: '1.43.0-wmf.2' }],
  ['Moodle', { headers: { 'set-cookie': 'MoodleSession=1' } }],
  [
    'Discourse',
    { head: generator('Discourse 3.5.0.beta1 - https://github.com/discourse/discourse'), version: '3.5.0.beta1' },
  ],
  ['Hugo', { head: generator('Hugo 0.147.0'), version: '0.147.0' }],
  ['Jekyll', { head: generator('Jekyll v4.3.4'), version: '4.3.4' }],
  ['Gatsby', { head: generator('Gatsby 5.14.0'), version: '5.14.0' }],
  ['Astro', { head: generator('Astro v5.7.0'), version: '5.7.0' }],
  ['Docusaurus', { head: generator('Docusaurus v3.7.0'), version: '3.7.0' }],
  ['VitePress', { head: generator('VitePress v1.6.3'), version: '1.6.3' }],
]

async function check({ head = '', headers = {}, html = '', body = '' }: Sample, config: Record<string, unknown> = {}) {
  const page = `<!doctype html><html ${html}><head><title>Hello</title>${head}</head><body ${body}><p>Hello</p></body></html>`
  const { origin } = await startSite({ '/': { headers: { 'content-type': 'text/html', ...headers }, body: page } })
  return runCheck(cms, `${origin}/`, { config })
}

describe('a cms check', () => {
  it.each(samples)('detects %s', async (name, sample) => {
    const { metrics, evidence } = await check(sample)
    expect([metrics, evidence?.['platform'], evidence?.['version']]).toEqual([
      { 'cms.detected': 1 },
      name,
      sample.version,
    ])
    expect(evidence?.['seen_by']).not.toHaveLength(0)
  })

  it('has a sample of every platform', () => {
    expect(platforms.map(({ name }) => name).filter((name) => !samples.some(([known]) => known === name))).toEqual([])
  })

  it('detects none in a plain page', async () => {
    const head = generator('My own hands') + script('/assets/app.js') + style('/styles/site.css')
    const { metrics, evidence, success } = await check({
      head,
      headers: { server: 'nginx', 'x-powered-by': 'PHP/8.3' },
    })
    expect([success, metrics, evidence?.['platform']]).toEqual([true, { 'cms.detected': 0 }, 'none recognized'])
  })

  it('prefers explicit statements to indirect hints', async () => {
    const head = script('/wp-content/plugins/moved/x.js') + generator('Drupal 10 (https://www.drupal.org)')
    expect(await check({ head })).toMatchObject({ evidence: { platform: 'Drupal', version: '10' } })
  })

  it.each([
    ['wordpress', 1],
    [' WordPress ', 1],
    ['Drupal', 0],
    ['', undefined],
  ])('compares with the expected platform "%s"', async (expectedCms, match) => {
    const { metrics } = await check({ head: generator('WordPress 6.8') }, { expectedCms })
    expect(metrics['cms.provider_match']).toBe(match)
  })

  it('does not match if none was detected', async () => {
    expect((await check({}, { expectedCms: 'Ghost' })).metrics).toEqual({ 'cms.detected': 0, 'cms.provider_match': 0 })
  })

  it('ignores an error page', async () => {
    const { origin } = await startSite({ '/': { status: 500, body: generator('WordPress 6.8') } })
    expect(await runCheck(cms, `${origin}/`)).toMatchObject({ success: false, cause: 'http_status', metrics: {} })
  })

  it('reads a page of any size and structure', async () => {
    const head = `${'<script src="/x.js"></script>'.repeat(20_000)}${generator('Ghost 5')}`
    expect((await check({ head })).metrics).toEqual({ 'cms.detected': 0 })
    const { origin } = await startSite({ '/': Buffer.alloc(300_000, '<b a=') })
    expect((await runCheck(cms, `${origin}/`)).metrics).toEqual({ 'cms.detected': 0 })
  })

  it('has unique names for platforms', () => {
    for (const { name, aliases = [] } of platforms)
      for (const one of [name, ...aliases]) expect(platforms.filter((other) => isCalled(other, one))).toHaveLength(1)
  })
})
