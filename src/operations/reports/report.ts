import { csvOf } from '../../reports/csv.ts'
import { htmlOf, pagePolicy } from '../../reports/html.ts'
import { pdfOf } from '../../reports/pdf.ts'
import { type UptimeReport, makeReport } from '../../reports/report.ts'
import { type OperationResponse, RawContent, defineOperation, ok } from '../registry/define.ts'
import { type formats, periodOf, reportQuery } from './query.ts'
import { report, showReport } from './schema.ts'

/** The default target. */
export const usualTarget = 99.9

export const getReport = defineOperation({
  id: 'getReport',
  method: 'GET',
  path: '/reports',
  tag: 'Reports',
  summary: 'Get a report: uptime, downtime, incidents and the remaining error budget',
  description:
    'Confirmed critical incidents count as downtime, from their first failed check to their end. Excluded ' +
    'maintenance, false positives and time without checks do not count; `excluded` has their durations.',
  query: reportQuery,
  responses: {
    200: { description: 'The report', schema: report, types: ['text/csv', 'text/html', 'application/pdf'] },
  },
  async handle({ query }, { services: { store }, caller: { organization }, now }) {
    const request = {
      organization,
      period: periodOf(query, organization, now),
      choice: { monitorIds: query.monitor_ids ?? [], tags: query.tags ?? [] },
      slaTarget: query.sla_target ?? usualTarget,
      now,
    }
    const found = await store.read((db) => makeReport(db, request))
    return written[query.format](found)
  },
})

const written: Record<
  (typeof formats)[number],
  (report: UptimeReport) => OperationResponse | Promise<OperationResponse>
> = {
  json: (found) => ok(showReport(found)),
  csv: (found) =>
    file('text/csv', csvOf(found), { 'content-disposition': `attachment; filename="${nameOf(found)}.csv"` }),
  html: (found) => file('text/html', htmlOf(found), { 'content-security-policy': pagePolicy }),
  pdf: async (found) =>
    file('application/pdf', await pdfOf(found), { 'content-disposition': `inline; filename="${nameOf(found)}.pdf"` }),
}

function file(type: string, content: string | Buffer, headers: Record<string, string>): OperationResponse {
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  return { status: 200, body: new RawContent(`${type}${charset}`, content), headers }
}

const nameOf = ({ days }: UptimeReport): string => `report-${days[0]?.date ?? ''}-to-${days.at(-1)?.date ?? ''}`
