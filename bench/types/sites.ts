// The cost of types that examine a site, compared with a client that reads the same responses and does little.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { type Entry, type Place, root, startPages, trustIn } from './entry.ts'

const goal = { ratio: 1.5 }
const text = '<p>All systems go. <a href="/more">More</a> <img src="/images/bird.png" alt=""></p>\n'
const head = '<meta name="generator" content="Ghost 5.87"><link rel="icon" href="/icon.png"><title>Lapwing</title>'
const page = `<!doctype html><html lang="en"><head>${head}</head><body>${text.repeat(300)}</body></html>`
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2000)])
const listed = 10_000
// The maximum size of a page or a sitemap.
const largePage = `<!doctype html><html lang="en"><head>${head}</head><body>${text.repeat(5_000_000 / text.length)}</body></html>`
const padding = `?${'x'.repeat(900)}`

let agent: Agent | undefined

async function fetchBody(url: string, root: string | undefined, headers = {}): Promise<Buffer> {
  agent ??= new Agent({ keepAlive: false, maxCachedSessions: 0, secureContext: trustIn(root) })
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage]
  return buffer(response)
}

async function serve(pages: Parameters<typeof startPages>[0], path: string, config = {}): Promise<Place> {
  const { origin, stop } = await startPages(pages)
  return { target: `${origin}${path}`, config, root, stop }
}

/** Paths stand for addresses of the site, which are not known before it starts. */
async function serveSitemap(count: number, config: Record<string, unknown>, more = ''): Promise<Place> {
  const pages: Record<string, { type: string; body: string }> = { '/page': { type: 'text/html', body: page } }
  const place = await serve(pages, '/sitemap.xml', config)
  const { origin } = new URL(place.target)
  const entries = Array.from(
    { length: count },
    (_, n) => `<url><loc>${origin}/page${more}</loc><lastmod>${n}</lastmod></url>`,
  )
  pages['/sitemap.xml'] = { type: 'application/xml', body: `<urlset>${entries.join('\n')}</urlset>` }
  return place
}

async function readAddresses(xml: string): Promise<string[]> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  const found: string[] = []
  let element = ''
  parser.on('opentag', ({ name }) => void (element = name))
  parser.on('text', (piece) => void (element === 'loc' && found.push(piece.trim())))
  parser.write(xml).close()
  return found.filter(Boolean)
}

/** How long each of them blocks the event loop. */
const large = (name: string, type: string, open: () => Promise<Place>): Entry => ({
  name,
  type,
  missing: null,
  atOnce: 2,
  open,
  bare: async ({ target, root }) => void (await fetchBody(target, root)),
})

const html = (body: string) => ({ '/': { type: 'text/html', body } })

export const sites: readonly Entry[] = [
  large('sitemap, 50 MB', 'sitemap', () => serveSitemap(50_000, { checkUrlCount: 0 }, padding)),
  large('favicon, 5 MB', 'favicon', () =>
    serve({ ...html(largePage), '/icon.png': { type: 'image/png', body: png } }, '/'),
  ),
  large('cms, 5 MB', 'cms', () => serve(html(largePage), '/')),
  large('cdn, 5 MB', 'cdn', () => serve(html(largePage), '/')),
  {
    name: 'sitemap',
    missing: null,
    goal,
    open: () => serveSitemap(10, { checkUrlCount: 10 }),
    async bare({ target, root }) {
      const addresses = await readAddresses((await fetchBody(target, root)).toString())
      for (const address of addresses) await fetchBody(address, root)
    },
  },
  {
    name: 'sitemap-long',
    type: 'sitemap',
    missing: null,
    goal,
    open: () => serveSitemap(listed, { checkUrlCount: 0 }),
    async bare({ target, root }) {
      const addresses = await readAddresses((await fetchBody(target, root)).toString())
      if (addresses.length !== listed) throw new Error(`read ${addresses.length} addresses`)
    },
  },
  {
    name: 'favicon',
    missing: null,
    goal,
    open: () => serve({ '/': { type: 'text/html', body: page }, '/icon.png': { type: 'image/png', body: png } }, '/'),
    async bare({ target, root }) {
      const html = (await fetchBody(target, root)).toString()
      const [, icon = ''] = /rel="icon" href="([^"]+)"/.exec(html) ?? []
      await fetchBody(new URL(icon, target).href, root)
    },
  },
  {
    name: 'cdn',
    missing: null,
    goal,
    open: () => serve({ '/app.js': { type: 'text/javascript', body: page, headers: { 'cf-ray': 'x' } } }, '/app.js'),
    async bare({ target, root }) {
      await fetchBody(target, root)
      await fetchBody(target, root)
    },
  },
  {
    name: 'brotli',
    missing: null,
    goal,
    open() {
      const body = brotliCompressSync(page)
      return serve({ '/': { type: 'text/html', body, headers: { 'content-encoding': 'br' } } }, '/')
    },
    async bare({ target, root }) {
      brotliDecompressSync(await fetchBody(target, root, { 'accept-encoding': 'br' }))
    },
  },
  {
    name: 'cms',
    missing: null,
    goal,
    open: () => serve({ '/': { type: 'text/html', body: page } }, '/'),
    async bare({ target, root }) {
      const { Parser } = await import('htmlparser2')
      let tags = 0
      const parser = new Parser({ onopentag: () => void (tags += 1) })
      parser.end((await fetchBody(target, root)).toString())
      if (tags === 0) throw new Error('an empty page')
    },
  },
]
