import type { CDPSession, Page } from 'puppeteer-core'

const maxHtml = 2 * 1_048_576
const maxFrames = 20

/** The page with its same-origin frames: a form that a script writes into one belongs to the page. */
export async function htmlOf(page: Page): Promise<Buffer> {
  const origin = URL.parse(page.url())?.origin
  const isPart = (url: string): boolean => /^(?:about|blob|data):|^$/.test(url) || URL.parse(url)?.origin === origin
  const session = await page.createCDPSession()
  const parts = [await documentOf(session)]
  const inside = page.frames().filter((frame) => frame !== page.mainFrame() && isPart(frame.url()))
  for (const frame of inside.slice(0, maxFrames)) parts.push(await frame.content().catch(() => ''))
  return Buffer.from(parts.join('\n')).subarray(0, maxHtml)
}

/** Read through the browser, since a script in the page could fake it. */
async function documentOf(session: CDPSession): Promise<string> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId: root.nodeId, includeShadowDOM: true })
  return outerHTML
}
