// Receives the reports of agents, each in one transaction that commits before the response.
import { settleHeartbeats } from '../../alerting/settle-heartbeats.ts'
import { agentConfig, hostPlan } from '../../checks/reports/host.ts'
import { type Measures, diskUses, evidenceOf, measuresOf } from '../../checks/reports/host-measures.ts'
import { hostMetrics } from '../../checks/reports/host-metrics.ts'
import { type HostSample, type ReceivedReport, hostReport } from '../../checks/reports/host-report.ts'
import { Fault } from '../../domain/fault.ts'
import { type DiskHistory, hoursUntilDiskFull, hoursUntilFull, remembered } from '../../domain/host/forecast.ts'
import { reported, sameSampleMs, silenceMoments } from '../../domain/host/host.ts'
import { fingerprint } from '../../domain/secret.ts'
import { parse } from '../../domain/validation.ts'
import { countRefused } from '../../store/checking/refused-items.ts'
import type { Database } from '../../store/database/database.ts'
import { isUnfit } from '../../store/database/failures.ts'
import {
  type HostSampleDetail,
  type LockedHost,
  lockHostOfToken,
  hostOfToken,
  saveHosts,
  saveHostUpdate,
} from '../../store/hosts/hosts.ts'
import { saveSlugs } from '../../store/monitors/monitors.ts'
import { type MetricNames, createMetricNames } from '../../store/results/metric-names.ts'
import { type LateOutcome, recordLateOutcomes } from '../../store/results/record-outcomes.ts'
import type { Services } from '../registry/services.ts'
import { refuseUnstorable } from '../../domain/limits/storable.ts'
import { latestKeys } from './schema.ts'
import { type TimedSample, isOutdated, timed } from './sample-times.ts'

export interface AgentAck {
  readonly object: 'agent_ack'
  readonly config_version: number
  readonly config?: Record<string, unknown>
}

export interface ReportReceiver {
  /** Finds the host of the token before the body is read. */
  admit(token: string): Promise<LockedHost>
  receive(token: string, host: LockedHost, body: unknown): Promise<AgentAck>
}

const fixedKeys = hostMetrics.map(({ key }) => key).filter((key) => !key.includes('<'))

export function createReportReceiver(services: Services): ReportReceiver {
  const { store, clock } = services
  const names = createMetricNames(store)

  return {
    async admit(token) {
      const found = await hostOfToken(store, fingerprint(token))
      if (!found) throw unknownToken()
      const { tokenExpiresAt } = found
      if (tokenExpiresAt && tokenExpiresAt <= clock.now()) throw expiredToken(tokenExpiresAt)
      return found
    },
    async receive(token, host, body) {
      const now = clock.now()
      refuseUnstorable(body)
      const report = parse(hostReport, body)
      const samples = measuredSamples(report, host, now)
      await names.learn([...fixedKeys, ...samples.flatMap(({ metrics }) => Object.keys(metrics))])
      const received = store.transaction(async (tx) => {
        const locked = await lockHostOfToken(tx, fingerprint(token))
        if (!locked) throw unknownToken()
        return take({ services, tx, names, now }, { locked, report, samples })
      })
      return received.catch((error: unknown) => refuse(services, host, error))
    },
  }
}

/** The agent would send a report that fails again and again, and nothing after it. */
async function refuse(
  { store, clock, log }: Services,
  { id, organizationId }: LockedHost,
  error: unknown,
): Promise<never> {
  if (!isUnfit(error)) throw error
  log.error('host reports were dropped', { ids: { host: id, organizationId }, error: String(error) })
  await countRefused(store, { kind: 'host reports', count: 1 }, clock.now())
  throw new Fault('invalid_request', 'This report cannot be stored; the reason has been logged.')
}

const unknownToken = (): Fault =>
  new Fault(
    'unauthorized',
    'Unknown token: the host was deleted or its token was replaced. POST /hosts/{id}/rotate-token creates a new one.',
  )

const expiredToken = (at: Date): Fault =>
  new Fault(
    'unauthorized',
    `This token expired at ${at.toISOString()} because no host used it. POST /hosts/{id}/rotate-token creates a ` +
      'new one.',
  )

interface ReportContext {
  readonly services: Services
  readonly tx: Database
  readonly names: MetricNames
  readonly now: Date
}

type MeasuredSample = TimedSample & Measures

/** Oldest first, each with the names known before it. */
function measuredSamples(report: ReceivedReport, { config, slugs }: LockedHost, now: Date): MeasuredSample[] {
  let known: readonly string[] = slugs
  return timed(report, hostPlan(config), now).map((sample) => {
    const measures = measuresOf(sample.sample, report.machine, known)
    known = measures.slugs
    return { ...sample, ...measures }
  })
}

interface ReceivedSamples {
  readonly locked: LockedHost
  readonly report: ReceivedReport
  readonly samples: readonly MeasuredSample[]
}

async function take(taking: ReportContext, { locked, report, samples }: ReceivedSamples): Promise<AgentAck> {
  const { services, tx, names, now } = taking
  const { monitorNumber } = locked
  const plan = hostPlan(locked.config)
  const live = samples.find(({ isLive, at }) => isLive && at >= (locked.host.sampledAt ?? -Infinity) + sameSampleMs)
  const late = samples.filter((sample) => sample !== live)
  if (late.length > 0 && locked.state !== 'paused')
    await recordLateOutcomes(
      tx,
      late.map(({ at, metrics }) => lateSample(monitorNumber, at, names.pack(metrics))),
    )
  const step = reported(
    plan,
    locked.host,
    { bootId: report.boot_id, measured: live ? measuredNow(live, taking, { locked, report }) : null },
    now,
  )
  await saveHosts(tx, [{ monitorNumber, host: step.host, moments: silenceMoments(plan, now.getTime()) }])
  await saveHostUpdate(tx, {
    monitorNumber,
    agentVersion: report.agent_version,
    machine: report.machine,
    sample: live ? hostUpdateOf(live, locked) : null,
  })
  const slugs = [...new Set([...locked.slugs, ...samples.flatMap((sample) => sample.slugs)])]
  if (slugs.length > locked.slugs.length) await saveSlugs(tx, monitorNumber, slugs)
  if (locked.state !== 'paused')
    await settleHeartbeats(tx, [{ monitorNumber, step }], { names, now, log: services.log })
  const ack = { object: 'agent_ack', config_version: locked.version } as const
  return report.config_version === locked.version ? ack : { ...ack, config: agentConfig(locked.config) }
}

function lateSample(monitorNumber: number, at: number, metrics: Buffer | null): LateOutcome {
  return {
    monitorNumber,
    location: 0,
    at: new Date(at),
    from: new Date(at - sameSampleMs),
    until: new Date(at + sameSampleMs),
    durationMs: 0,
    statusCode: null,
    success: true,
    infrastructure: false,
    error: null,
    metrics,
    evidence: null,
  }
}

function measuredNow(
  { at, sample, metrics }: MeasuredSample,
  { services, now }: ReportContext,
  { locked, report }: Pick<ReceivedSamples, 'locked' | 'report'>,
) {
  const hours = hoursUntilFull(locked.diskHistory, diskUses(sample), at)
  return {
    at,
    metrics: {
      ...metrics,
      ...(hours !== null && { 'host.disk_full_hours': hours }),
      'host.clock_offset_ms': Math.min(Math.abs(report.sent_at - now.getTime()), 86_400_000),
      'host.agent_outdated': isOutdated(report.agent_version, services.version) ? 1 : 0,
    },
    evidence: evidenceOf(sample),
  }
}

function hostUpdateOf({ at, sample, metrics }: MeasuredSample, { diskHistory }: LockedHost) {
  return {
    at: new Date(at),
    latest: Object.fromEntries(latestKeys.map((key) => [key, metrics[`host.${key}`] ?? null])),
    processes: (sample satisfies HostSample).top_processes,
    diskHistory: remembered(diskHistory, diskUses(sample), at),
    detail: detailOf(sample, diskHistory, at),
  }
}

function detailOf(sample: HostSample, history: DiskHistory, at: number): HostSampleDetail {
  const { metrics, disks, services, failed_services, processes, containers } = sample
  return {
    metrics: Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined)) as Figures,
    disks: diskUses(sample).map((use, n) => {
      const { mount, used_pct, used_bytes, free_bytes } = disks[n]!
      return { mount, used_pct, used_bytes, free_bytes, full_in_hours: hoursUntilDiskFull(history, use, at) }
    }),
    services,
    failed_services,
    processes,
    containers,
  }
}

type Figures = Record<string, number>
