// The @playwright/test that a script imports: the original, with a browser that records page events.
import { type BrowserContext, test as plain } from '@playwright/test'
import { type Time, begin, endsAt } from './time.ts'
import { type Observed, forget, seen, watch } from './watch.ts'

export * from '@playwright/test'

export const test = plain.extend<{ observed: void }, { browser: unknown }>({
  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context: BrowserContext) => watch(context))
      await use(browser)
    },
    { scope: 'worker', timeout: 0 },
  ],
  observed: [
    // Playwright Test reads the fixture's dependencies from this list.
    async ({ browserName: _ }, use, testInfo) => {
      const time = testInfo.project.metadata['time'] as Time
      begin(time)
      const left = Math.max(1, endsAt(time)! - Date.now())
      if (testInfo.timeout === 0 || testInfo.timeout > left) testInfo.setTimeout(left)
      forget()
      await use()
      const observed: Observed = seen()
      testInfo.attachments.push({ name: 'observed', contentType: 'application/json', body: jsonOf(observed) })
    },
    { auto: true, box: true },
  ],
})

export default test

const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
