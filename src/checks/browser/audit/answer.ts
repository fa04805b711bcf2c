// Schema of the audit program's output. It ran next to an untrusted page, so every value has a limit.
import { z } from 'zod'

const count = z.number().min(0)
const sentence = z.string().max(1000)

const found = z.strictObject({
  scores: z.partialRecord(
    z.enum(['performance', 'accessibility', 'best_practices', 'seo']),
    z.number().min(0).max(100),
  ),
  times: z.partialRecord(z.enum(['lcp_ms', 'fcp_ms', 'tbt_ms', 'si_ms', 'tti_ms', 'ttfb_ms']), count),
  layoutShift: count.nullable(),
  domNodes: count.nullable(),
  requestCount: count,
  bytesByKind: z.strictObject({ js: count, css: count, image: count, font: count, other: count }),
  bytesByHost: z.record(z.string().max(300), count),
  consoleErrors: z.strictObject({ count, first: z.array(sentence).max(10) }),
  failedRequests: z.strictObject({
    count,
    first: z.array(z.strictObject({ url: sentence, problem: sentence })).max(10),
  }),
  mixedContent: count,
  opportunities: z.array(z.strictObject({ title: sentence, savesMs: count, savesBytes: count })).max(5),
  warnings: z.array(sentence).max(5),
})

export const auditAnswer = z.strictObject({
  /** Status of the page itself; null without a response, and then `failure` is the browser's error. */
  status: z.int().nullable(),
  failure: sentence.nullable(),
  url: z.string().max(10_000),
  /** Lighthouse's error for a page that it could not audit. */
  problem: z.strictObject({ code: z.string().max(100), message: z.string().max(2000) }).nullable(),
  found: found.nullable(),
  runs: z.int().min(1).max(5),
})

export type AuditOutput = z.infer<typeof auditAnswer>
export type AuditFindings = z.infer<typeof found>
