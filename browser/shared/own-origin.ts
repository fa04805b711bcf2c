// Credentials of a monitor are sent only to the origin they belong to: not to other origins that the page loads from,
// and not along with a redirect.
import type { CDPSession, Page } from 'puppeteer-core'

export interface SentAlong {
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly cookies: readonly { readonly name: string; readonly value: string }[]
}

export async function sendToOwnOrigin(page: Page, url: string, { headers, cookies }: SentAlong): Promise<void> {
  const { origin, protocol } = new URL(url)
  const session = await page.createCDPSession()
  for (const { name, value } of cookies) {
    const secure = protocol === 'https:'
    await session.send('Network.setCookie', { name, value, url: `${origin}/`, path: '/', secure })
  }
  if (headers.length > 0) await addHeaders(session, origin, headers)
}

/** Chromium drops added headers with every redirect and asks again, so each request is checked by itself. */
async function addHeaders(session: CDPSession, origin: string, headers: SentAlong['headers']): Promise<void> {
  const added = new Set(headers.map(({ key }) => key.toLowerCase()))
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isOwn = URL.parse(request.url)?.origin === origin
    const usual = Object.entries(request.headers).filter(([name]) => !added.has(name.toLowerCase()))
    const all = [...usual, ...headers.map(({ key, value }) => [key, value] as const)]
    const sent = isOwn ? { headers: all.map(([name, value]) => ({ name, value })) } : {}
    // The request has already ended.
    session.send('Fetch.continueRequest', { requestId, ...sent }).catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*`, requestStage: 'Request' }] })
}
