import { type Browser, type Page, launch } from 'puppeteer-core'
import type { Order } from './answer.ts'
import { commandLine } from './chromium.ts'

/** Controlled through a pipe: a debugger port would be open to every page. */
export function openBrowser(order: Order<unknown>, language: string): Promise<Browser> {
  const [base] = language.split('-')
  const languages = [...new Set([language, base])].join(',')
  return launch({
    executablePath: order.chromium,
    pipe: true,
    args: [...commandLine(order), '--disable-dev-shm-usage', `--lang=${language}`, `--accept-lang=${languages}`],
  })
}

/** The viewport, without scrolling. */
export function pictureOf(page: Page): Promise<Uint8Array> {
  return page.screenshot({ type: 'jpeg', quality: 70, optimizeForSpeed: true })
}
