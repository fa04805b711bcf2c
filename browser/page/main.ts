// Page views: loads pages as a visitor would, and returns their final content.
import type { Browser, Page } from 'puppeteer-core'
import { readOrder, sendFile, sendOutput } from '../shared/answer.ts'
import { watchArrival } from '../shared/arrival.ts'
import { type SentAlong, sendToOwnOrigin } from '../shared/own-origin.ts'
import { openBrowser, pictureOf } from '../shared/open-browser.ts'
import { htmlOf } from './contents.ts'
import { watchRequests } from './requests.ts'
import { loadPage } from './load-page.ts'

interface PageInput extends SentAlong {
  readonly urls: readonly string[]
  readonly wants: 'html' | 'picture'
  readonly locale: string
  /** How long one page may load before it is used as it is. */
  readonly loadMs: number
  /** Time limit for all pages together, from the start of the program. */
  readonly budgetMs: number
}

const atOnce = 3
const viewport = { width: 1280, height: 800 }

const order = await readOrder<PageInput>()
const { urls, wants, budgetMs, loadMs } = order.input
const browser = await openBrowser(order, order.input.locale)
const waiting = urls.entries()
const views: object[] = []
const files: { name: string; bytes: Uint8Array }[] = []
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const [place, url] of waiting) {
      // Pages without remaining time are not reported.
      if (performance.now() < budgetMs) views.push(await view(browser, url, place))
    }
  }),
)
for (const { name, bytes } of files) await sendFile(name, bytes)
await sendOutput({ views })
process.exit()

async function view(browser: Browser, address: string, place: number): Promise<object> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(viewport)
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  const ms = Math.min(loadMs, budgetMs - performance.now())
  const arrival = watchArrival(page, ms)
  const requests = await watchRequests(page)
  await sendToOwnOrigin(page, address, order.input)
  await loadPage(page, address, ms)
  const { status, failure, headers } = arrival.now()
  const file = status === null ? null : await keep(page, place).catch(() => null)
  const found = { address, url: page.url(), status, failure, headers, file, requests: requests() }
  await context.close()
  return found
}

async function keep(page: Page, place: number): Promise<string> {
  const name = wants === 'picture' ? `page-${place}.jpeg` : `page-${place}.html`
  files.push({ name, bytes: wants === 'picture' ? await pictureOf(page) : await htmlOf(page) })
  return name
}
