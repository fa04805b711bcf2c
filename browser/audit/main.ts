// Audits one page with Lighthouse, once or several times; the median counts.
import { readOrder, sendFile, sendOutput } from '../shared/answer.ts'
import { openBrowser } from '../shared/open-browser.ts'
import { type AuditInput, type Audited, type AuditedPage, auditPage } from './audit-page.ts'
import { pictureIn, reportOf } from './files.ts'
import { findingsOf, refusalOf } from './findings.ts'

const order = await readOrder<AuditInput>()
const { runs, budgetMs, captureReport, captureScreenshot } = order.input
const browser = await openBrowser(order, order.input.locale)

const audited: Audited[] = []
let maxMs = 0
while (audited.length < runs && (audited.length === 0 || budgetMs - performance.now() > maxMs * 1.2)) {
  const before = performance.now()
  audited.push(await auditPage(browser, order.input))
  maxMs = Math.max(maxMs, performance.now() - before)
}
const median = medianOf(audited.filter((one) => one.result !== null))
if (median) await tell(median)
else await sendRefusal()
process.exit()

async function tell({ arrival, result }: AuditedPage): Promise<void> {
  if (captureReport) await sendFile('report.html', reportOf(result))
  const picture = captureScreenshot ? pictureIn(result) : null
  if (picture) await sendFile(picture.name, picture.bytes)
  await sendOutput({ ...findingsOf(arrival, result), runs: audited.length })
}

async function sendRefusal(): Promise<void> {
  const refused = audited.find((one) => one.result === null)!
  if (refused.picture) await sendFile('screenshot.jpeg', refused.picture)
  await sendOutput({ ...refusalOf(refused), runs: audited.length })
}

/** By the performance score, or by the largest paint if that score was not requested. */
function medianOf(pages: readonly AuditedPage[]): AuditedPage | undefined {
  const goodness = ({ result: { lhr } }: AuditedPage): number =>
    lhr.categories.performance?.score ?? -(lhr.audits['largest-contentful-paint']?.numericValue ?? 0)
  return pages.toSorted((one, other) => goodness(one) - goodness(other))[Math.floor((pages.length - 1) / 2)]
}
