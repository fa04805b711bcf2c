// The pages of a sitemap, a monitor each.
import { createReadStream } from 'node:fs'
import type { SitemapListener } from '../../../src/checks/web/sitemap/listing.ts'
import { discoverCommand } from '../../discover/command.ts'
import type { Discovery } from '../../discover/discovery.ts'
import { keyOf, maxMonitors } from '../../discover/document.ts'
import { CommandError, UsageError, exitCodes } from '../../exit-codes.ts'

const usualMax = 200

export const command = discoverCommand({
  description:
    'Reads a sitemap, a feed or a list of URLs, and the files of an index; only pages of the same site. One monitor of ' +
    'the type sitemap checks thousands of pages for less.',
  arguments: [{ name: 'sitemap', help: 'Its URL, or a file' }],
  options: {
    under: { help: 'Only pages whose path begins like this', value: 'PATH' },
    max: { help: `The largest number of pages; ${usualMax} by default`, value: 'NUMBER' },
  },
  example: 'discover sitemap https://shop.example.com/sitemap.xml --under /products/',
  source: ([address = '']) => `discovery/sitemap/${URL.parse(address)?.host || address}`,
  open({ args: [address = ''], options }) {
    const { under = '/', max = String(usualMax) } = options as Record<string, string | undefined>
    if (!/^[1-9]\d{0,3}$/.test(max) || Number(max) > maxMonitors)
      throw new UsageError(`--max: must be a whole number up to ${maxMonitors}.`)
    return { read: (signal) => readSitemap(address, { under, max: Number(max) }, signal) }
  },
})

interface PageWishes {
  readonly under: string
  readonly max: number
}

const limitMs = 60_000
const maxFiles = 100

async function readSitemap(address: string, { under, max }: PageWishes, signal: AbortSignal): Promise<Discovery> {
  const { siteOf } = await import('../../../src/checks/web/site.ts')
  const isWeb = /^https?:\/\//i.test(address)
  const site = isWeb ? siteOf(new URL(address).hostname) : undefined
  const pages = new Map<string, URL>()
  const files = [address]
  for (const file of files) {
    const listing = {
      page: (text: string) => {
        const url = parse(text)
        if (!url?.pathname.startsWith(under) || (site !== undefined && siteOf(url.hostname) !== site)) return
        if (pages.size <= maxMonitors) pages.set(url.href, url)
      },
      sitemap: (text: string) => {
        const url = parse(text)
        if (!isWeb) throw new CommandError(`${file}: is an index of other files. Name its URL instead.`)
        if (!url || siteOf(url.hostname) !== site || files.includes(url.href)) return
        if (files.push(url.href) > maxFiles) throw new CommandError(`${address}: lists more than ${maxFiles} files.`)
      },
      kind: () => undefined,
    }
    await readListed(file, listing, signal)
  }
  if (pages.size > max)
    throw new CommandError(
      `${address}: lists more than ${max} pages. Choose some with --under, allow more with --max, or use one monitor of ` +
        'the type sitemap for all of them.',
    )
  return {
    monitors: [...pages.values()].map(({ href, host, pathname, search }) => ({
      key: keyOf(`${host}${pathname}${search}`),
      name: pathname === '/' ? host : shortened(`${pathname}${search}`),
      type: 'http',
      target: href,
    })),
    mistakes: [],
  }
}

/** The end of a path tells more than its beginning. */
const shortened = (path: string): string => (path.length <= 50 ? path : `…${path.slice(-49)}`)

function parse(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.username = url.password = url.hash = ''
  return url
}

async function readListed(file: string, listing: SitemapListener, signal: AbortSignal): Promise<void> {
  const [{ documentReader }, { textOf }, { UnreadableSitemap, maxFileBytes }] = await Promise.all([
    import('../../../src/checks/web/sitemap/document.ts'),
    import('../../../src/checks/web/sitemap/text.ts'),
    import('../../../src/checks/web/sitemap/listing.ts'),
  ])
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const sink = textOf(documentReader(listing, limited))
  try {
    let bytes = 0
    for await (const piece of await open(file, limited)) {
      bytes += piece.length
      if (bytes > maxFileBytes) throw new UnreadableSitemap('it is larger than 50 MiB')
      await sink.write(Buffer.from(piece))
    }
    await sink.end()
  } catch (error) {
    if (signal.aborted || error instanceof CommandError) throw error
    const { message, cause } = error as Error
    const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException
    const why = limited.aborted ? `no response within ${limitMs / 1000} seconds` : (code ?? reason ?? message)
    throw new CommandError(`Couldn't read ${file}: ${why}.`, exitCodes.unreachable)
  } finally {
    sink.stop?.()
  }
}

async function open(file: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  if (!/^https?:\/\//i.test(file)) return createReadStream(file) as AsyncIterable<Uint8Array>
  const { status, body } = await fetch(file, { signal })
  if (status === 200 && body) return body
  throw new CommandError(`${file}: the response has the status ${status}.`)
}
