// Reads the report of a probe from its bytes. Evidence is JSON inside of JSON, whose values count as well.
import { type RequestLimits, countValues, parseJson, tooManyValues, usualLimits } from '../limits/json-limits.ts'
import { storableFrom } from '../database/storable.ts'
import { parse } from '../validation.ts'
import { maxReportBytes, maxReportValues } from './protocol.ts'
import { type ProbeReport, reportRequest } from './requests.ts'

const { maxDepth } = usualLimits

export const reportLimits: RequestLimits = { maxBytes: maxReportBytes, maxValues: maxReportValues, maxDepth }

export function readReport(bytes: Buffer, limits: RequestLimits): ProbeReport {
  const report = storableFrom(bytes, parseJson(bytes, limits))
  const { outcomes } = (report ?? {}) as { outcomes?: unknown }
  if (Array.isArray(outcomes)) refuseMuchEvidence(outcomes, limits)
  return parse(reportRequest, report)
}

function refuseMuchEvidence(outcomes: readonly unknown[], { maxValues }: RequestLimits): void {
  let values = 0
  for (const outcome of outcomes) {
    const { evidence } = (outcome ?? {}) as { evidence?: unknown }
    if (typeof evidence === 'string') values += countValues(Buffer.from(evidence))
    if (values > maxValues) throw tooManyValues(maxValues, 'evidence')
  }
}
