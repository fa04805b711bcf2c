// The report of an incident, and what people add to it.
import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { documentOf } from '../../reports/incident/document.ts'
import { markdownOf } from '../../reports/incident/markdown.ts'
import { incidentPdfOf } from '../../reports/incident/pdf.ts'
import { type IncidentReport, makeIncidentReport } from '../../reports/incident/report.ts'
import { reportNotesOf, saveReportNotes } from '../../store/incidents/report-notes.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, RawContent, type OperationResponse, defineOperation, ok } from '../registry/define.ts'
import { incidents } from './incident.ts'
import { incidentReport, showIncidentReport } from './report-schema.ts'
import { params } from './schema.ts'

const maxText = 10_000

const reportFormats = ['json', 'markdown', 'pdf'] as const

export const getIncidentReport = defineOperation({
  id: 'getIncidentReport',
  method: 'GET',
  path: '/incidents/{id}/report',
  tag: 'Incidents',
  summary: 'Get the report of an incident: timeline, impact, changes and deliveries',
  description: 'As JSON, Markdown or PDF. Without `format`, the Accept header decides.',
  params,
  query: z.object({
    format: z.enum(reportFormats).optional().meta({ description: 'Format of the report; JSON by default' }),
  }),
  responses: {
    200: { description: 'The report', schema: incidentReport, types: ['text/markdown', 'application/pdf'] },
  },
  async handle({ params: { id }, query }, context) {
    const format = query.format ?? acceptedFormat(context.visit.accept)
    return written(await reportOf(context, id), format, context)
  },
})

/** The first of our types that the header names. */
function acceptedFormat(accept: string | null): (typeof reportFormats)[number] {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase())
  const first = types.find((type) => ['application/json', 'text/markdown', 'application/pdf'].includes(type))
  return first === 'text/markdown' ? 'markdown' : first === 'application/pdf' ? 'pdf' : 'json'
}

async function reportOf({ db, caller: { organization }, now }: CallerContext, id: number): Promise<IncidentReport> {
  const report = await makeIncidentReport(db, { organization, incidentId: id, now })
  if (!report) throw incidents.notFound()
  return report
}

async function written(
  report: IncidentReport,
  format: (typeof reportFormats)[number],
  context: CallerContext,
): Promise<OperationResponse> {
  const { id } = report.incident
  if (format === 'json') return ok(showIncidentReport(report, (await incidents.find(context, { id })).json))
  const document = documentOf(report)
  return format === 'markdown'
    ? file(id, 'md', new RawContent('text/markdown; charset=utf-8', markdownOf(document)))
    : file(id, 'pdf', new RawContent('application/pdf', await incidentPdfOf(document, report.generatedAt)))
}

const file = (id: number, ending: string, body: RawContent): OperationResponse => ({
  status: 200,
  body,
  headers: { 'content-disposition': `attachment; filename="incident-${id}.${ending}"` },
})

const text = z.string().trim().max(maxText)

const body = z
  .strictObject({
    cause: text.optional().meta({ description: 'What caused it' }),
    lessons: text.optional().meta({ description: 'What was learned from it' }),
    followUps: text.optional().meta({ description: 'What remains to be done, and by whom' }),
    version: z
      .int()
      .min(0)
      .optional()
      .meta({ description: '`notes.version` as you read it; another current version is a conflict' }),
  })
  .meta({ id: 'IncidentReportUpdate' })

export const updateIncidentReport = defineOperation({
  id: 'updateIncidentReport',
  method: 'PATCH',
  path: '/incidents/{id}/report',
  tag: 'Incidents',
  summary: 'Write the cause, lessons and follow-ups of an incident',
  description: 'Omitted fields keep their values. The activity log keeps earlier texts.',
  params,
  body,
  bodyExample: { cause: 'The certificate of the database had expired' },
  faults: ['conflict'],
  responses: { 200: { description: 'The report', schema: incidentReport } },
  async handle({ params, body: { version, ...texts } }, context) {
    const { db, caller, now } = context
    const incident = await incidents.lock(context, params)
    const of = { organizationId: caller.organization.id, incidentId: incident.id }
    const before = await reportNotesOf(db, of)
    if (version !== undefined && version !== before.version)
      throw new Fault(
        'conflict',
        `${before.updatedBy ?? 'Someone'} changed the report since you read it (version ${before.version}, not ` +
          `${version}). Read it again and repeat your change.`,
      )
    const { cause, lessons, followUps } = { ...before, ...texts }
    const after = { cause, lessons, followUps }
    const changes = changesBetween({ cause: before.cause, lessons: before.lessons, followUps: before.followUps }, after)
    if (Object.keys(changes).length > 0) {
      await saveReportNotes(db, of, { ...after, by: actorOf(caller), now })
      incidents.record(context, 'incident.report_updated', incident, changes)
    }
    return written(await reportOf(context, incident.id), 'json', context)
  },
})
