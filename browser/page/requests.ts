// Where a page loads scripts from, where it sends data, and what it embeds, even after the elements are removed.
import type { HTTPRequest, Page } from 'puppeteer-core'

export interface Requested {
  readonly use: 'script' | 'connect' | 'frame'
  readonly url: string
}

const maxCount = 500
const maxLength = 500
const connecting = new Set(['xhr', 'fetch', 'eventsource', 'ping'])

export async function watchRequests(page: Page): Promise<() => Requested[]> {
  const seen = new Map<string, Requested>()
  const note = (use: Requested['use'], url: string): void => {
    const short = url.slice(0, maxLength)
    if (seen.size < maxCount) seen.set(`${use} ${short}`, { use, url: short })
  }
  page.on('request', (request) => {
    const use = useOf(request, page)
    if (use) note(use, request.url())
  })
  const session = await page.createCDPSession()
  session.on('Network.webSocketCreated', ({ url }) => note('connect', url))
  await session.send('Network.enable')
  return () => [...seen.values()]
}

function useOf(request: HTTPRequest, page: Page): Requested['use'] | null {
  if (!/^https?:/.test(request.url())) return null
  const type = request.resourceType()
  if (type === 'script') return 'script'
  if (connecting.has(type)) return 'connect'
  return type === 'document' && request.frame() !== page.mainFrame() ? 'frame' : null
}
