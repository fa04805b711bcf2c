// A signed archive that proves an incident to someone who has no access to this installation.
import { storedZip } from '../../codecs/stored-zip.ts'
import { type BundleContent, signedFiles } from '../../domain/incident-bundle/bundle.ts'
import { Fault } from '../../domain/fault.ts'
import { type ReportedDelivery, deliveriesOfIncident } from '../../reports/incident/report.ts'
import { type IncidentEvent, listIncidentEvents, type OfIncident } from '../../store/incidents/incident-events.ts'
import { evidenceOf } from '../../store/incidents/reads.ts'
import { type ReportNotes, reportNotesOf } from '../../store/incidents/report-notes.ts'
import { incidentFacts, type IncidentFacts } from '../../store/incidents/reported-incident.ts'
import { type AlertRule, findRule } from '../../store/monitors/alert-rules.ts'
import { type CallerContext, RawContent, defineOperation } from '../registry/define.ts'
import { incidents } from './incident.ts'
import { params } from './schema.ts'
import { currentSigningKey } from './signing-key.ts'

/** Of events and of deliveries each. */
const maxEntries = 5000
const maxBytes = 64 * 1024 * 1024

export const getIncidentBundle = defineOperation({
  id: 'getIncidentBundle',
  method: 'GET',
  path: '/incidents/{id}/bundle',
  tag: 'Incidents',
  summary: 'Get a signed archive that proves an incident',
  description:
    'A zip with the incident, the rule that opened it, the failed checks of each location, all events in a hash ' +
    'chain, the deliveries and the notes of the report. `lapwing verify FILE` checks it offline. The same state ' +
    'gives the same bytes.',
  params,
  faults: ['payload_too_large'],
  responses: { 200: { description: 'The archive', types: ['application/zip'] } },
  async handle({ params: { id } }, context) {
    const { db, now, services } = context
    const content = await contentOf(context, id)
    const files = signedFiles(content, await currentSigningKey(db, services.vault, now))
    const bytes = files.reduce((sum, file) => sum + file.content.length, 0)
    if (bytes > maxBytes)
      throw new Fault('payload_too_large', 'The bundle would be larger than 64 MB; use the report instead')
    return {
      status: 200,
      body: new RawContent('application/zip', storedZip(files)),
      headers: { 'content-disposition': `attachment; filename="incident-${id}.zip"` },
    }
  },
})

async function contentOf(context: CallerContext, id: number): Promise<BundleContent> {
  const { db, caller, services } = context
  const { id: organizationId, name } = caller.organization
  const of = { organizationId, incidentId: id }
  const facts = await incidentFacts(db, of)
  if (!facts) throw incidents.notFound()
  const incident = await incidents.find(context, { id })
  const events = await listIncidentEvents(db, of, { after: undefined, limit: maxEntries + 1 })
  const deliveries = await deliveriesOfIncident(db, of, maxEntries + 1)
  const notes = await reportNotesOf(db, of)
  return {
    issuer: services.origin(),
    organization: { id: organizationId, name },
    incidentId: id,
    asOf: latestOf(facts, { events, deliveries, notes }),
    events: events.slice(0, maxEntries),
    isComplete: events.length <= maxEntries && deliveries.length <= maxEntries,
    documents: {
      'incident.json': JSON.parse(incident.json),
      'rule.json': await ruleOf(context, of, facts),
      'evidence.json': await evidenceOf(db, of),
      'deliveries.json': deliveries.slice(-maxEntries),
      'notes.json': showNotes(notes),
    },
  }
}

/** The rule as the incident recorded it, and its whole definition unless it has changed since. */
async function ruleOf({ db }: CallerContext, { organizationId }: OfIncident, facts: IncidentFacts) {
  const { ruleName: name, ruleExpression: expression, ruleVersion: version, severity, alertRuleId: id } = facts
  const { monitorId } = facts
  const current = monitorId === null ? undefined : await findRule(db, { organizationId, monitorId }, id)
  const definition = current?.version === version ? definitionOf(current) : null
  return { id, name, expression, version, severity, definition }
}

const definitionOf = (rule: AlertRule) => ({
  metric: rule.metric,
  operator: rule.operator,
  value: rule.value,
  failure_threshold: rule.failureThreshold,
  min_failed_probes: rule.minFailedProbes,
  duration_window: rule.durationWindow,
  clear_after: rule.clearAfter,
})

const showNotes = ({ cause, lessons, followUps, version, updatedAt, updatedBy }: ReportNotes) => ({
  cause,
  lessons,
  follow_ups: followUps,
  version,
  updated_at: updatedAt,
  updated_by: updatedBy,
})

interface DatedFacts {
  readonly events: readonly IncidentEvent[]
  readonly deliveries: readonly ReportedDelivery[]
  readonly notes: ReportNotes
}

function latestOf({ startedAt, resolvedAt }: IncidentFacts, { events, deliveries, notes }: DatedFacts): Date {
  const times = [startedAt, resolvedAt, notes.updatedAt, ...events.map((event) => event.created_at)]
  const all = [...times, ...deliveries.map((delivery) => new Date(delivery.created_at))]
  return new Date(Math.max(...all.map((at) => at?.getTime() ?? 0)))
}
