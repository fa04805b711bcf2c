// Page views: loads pages one after the other, as a visitor would, and hands back what is there in the end.
import type { Browser } from 'puppeteer-core'
import { readOrder, sendFile, sendOutput } from '../shared/answer.ts'
import { watchArrival } from '../shared/arrival.ts'
import { type SentAlong, sendToOwnOrigin } from '../shared/own-origin.ts'
import { openBrowser, pictureOf } from '../shared/puppet.ts'
import { htmlOf } from './contents.ts'
import { comeToRest } from './rest.ts'

interface PageInput extends SentAlong {
  readonly urls: readonly string[]
  readonly wants: 'html' | 'picture'
  readonly locale: string
  /** How long one page may load before it is taken as it is. */
  readonly loadMs: number
  readonly budgetMs: number
}

const mostRequests = 1000
const viewport = { width: 1280, height: 800 }

const order = await readOrder<PageInput>()
const { urls, budgetMs, locale } = order.input
const until = performance.now() + budgetMs
const browser = await openBrowser(order, locale)
const views = []
for (const [place, url] of urls.entries()) {
  // For whom there is no time left nothing is said.
  if (performance.now() < until) views.push(await view(browser, url, place))
}
await sendOutput({ views })
process.exit()

async function view(browser: Browser, url: string, place: number) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(viewport)
  const arrival = watchArrival(page, order.input.loadMs)
  const requests = new Map<string, string>()
  page.on('request', (request) => {
    if (requests.size < mostRequests) requests.set(request.url().slice(0, 2000), request.resourceType())
  })
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  await sendToOwnOrigin(page, url, order.input)
  await comeToRest(page, url, Math.min(order.input.loadMs, until - performance.now()))
  const { status, failure, headers } = arrival.now()
  const file = status === null ? null : await keep(page, place)
  const view = { url: page.url(), status, failure, headers, file, requests: [...requests] }
  await context.close()
  return view
}

async function keep(page: Awaited<ReturnType<Browser['newPage']>>, place: number): Promise<string> {
  const isPicture = order.input.wants === 'picture'
  const name = isPicture ? `page-${place}.jpeg` : `page-${place}.html`
  await sendFile(name, isPicture ? await pictureOf(page) : await htmlOf(page))
  return name
}
