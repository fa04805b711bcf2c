import { type RunnerResult, generateReport } from 'lighthouse'

const maxReport = 10 * 1_048_576

/** The familiar page. One that the picture makes too large goes without it. */
export function reportOf({ lhr }: RunnerResult): Buffer {
  const full = Buffer.from(generateReport(lhr, 'html'))
  if (full.length <= maxReport) return full
  return Buffer.from(generateReport({ ...lhr, fullPageScreenshot: undefined }, 'html'))
}

/** The whole page where there is one, otherwise the last thing that was seen. */
export function pictureIn({ lhr }: RunnerResult): { name: string; bytes: Buffer } | null {
  const details = lhr.audits['final-screenshot']?.details
  const last = details?.type === 'screenshot' ? details.data : undefined
  const [, type, base64] =
    /^data:image\/(webp|jpeg|png);base64,(.+)$/.exec(lhr.fullPageScreenshot?.screenshot.data ?? last ?? '') ?? []
  return type && base64 ? { name: `screenshot.${type}`, bytes: Buffer.from(base64, 'base64') } : null
}
