import { type RunnerResult, generateReport } from 'lighthouse'

const maxReport = 10 * 1_048_576

/** Lighthouse's HTML report. If the screenshot makes it too large, it is left out. */
export function reportOf({ lhr }: RunnerResult): Buffer {
  const full = Buffer.from(generateReport(lhr, 'html'))
  if (full.length <= maxReport) return full
  return Buffer.from(generateReport({ ...lhr, fullPageScreenshot: undefined }, 'html'))
}

/** The whole page if available, otherwise the last screenshot. */
export function pictureIn({ lhr }: RunnerResult): { name: string; bytes: Buffer } | null {
  const details = lhr.audits['final-screenshot']?.details
  const last = details?.type === 'screenshot' ? details.data : undefined
  const [, type, base64] =
    /^data:image\/(webp|jpeg|png);base64,(.+)$/.exec(lhr.fullPageScreenshot?.screenshot.data ?? last ?? '') ?? []
  return type && base64 ? { name: `screenshot.${type}`, bytes: Buffer.from(base64, 'base64') } : null
}
