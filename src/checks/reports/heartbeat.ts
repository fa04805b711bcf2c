import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type ConfigOf, choice, flag, list, number, part, record, ruled, text, word } from '../../domain/field.ts'
import type { HeartbeatPlan } from '../../domain/heartbeat.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import * as cron from '../../domain/schedule/cron.ts'
import * as onCalendar from '../../domain/schedule/on-calendar.ts'
import { type CheckInSchedule, slotAfter } from '../../domain/schedule/rhythm.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { type DefaultRule, defineCheck } from '../define.ts'
import { defaultsOf } from '../run.ts'
import { anyLabel, isIp } from '../targets.ts'
import { heartbeatMetrics } from './heartbeat-metrics.ts'

const year = 31_536_000
const usualGrace = 300

const keywords = (help: string) => list(word(100), { help, maxItems: 20 })

const timeOfDay = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time such as 09:00')
const endOfDay = z
  .string()
  .regex(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, 'must be a time such as 17:00, at most 24:00')

const weekdays = {
  0: 'Sunday',
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
}

const activeHours = z
  .strictObject({
    days: part(z.array(z.int().min(0).max(6)).min(1).max(7), { labels: weekdays }),
    from: part(timeOfDay, { example: '09:00' }),
    to: part(endOfDay, { label: 'Until', example: '17:00' }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from the start' })

const config = {
  scheduleType: choice(['simple', 'cron', 'oncalendar'], {
    labels: { simple: 'Fixed period', cron: 'Cron expression', oncalendar: 'systemd OnCalendar' },
    label: 'Schedule',
    group: 'report',
    advanced: false,
    help: 'How check-ins are scheduled: a period, a cron expression or a systemd OnCalendar expression',
    default: 'simple',
  }),
  periodSeconds: number({
    group: 'report',
    shownWhen: { key: 'scheduleType', in: ['simple'] },
    help: "Seconds between check-ins; the monitor's interval when empty",
    min: 30,
    max: year,
  }),
  cronExpression: text({
    group: 'report',
    placeholder: '*/5 * * * *',
    shownWhen: { key: 'scheduleType', in: ['cron'] },
    help: 'Five cron fields (minute hour day month weekday) in the time zone below',
    maxLength: 200,
    rule: cron.problem,
  }),
  onCalendar: text({
    label: 'OnCalendar',
    group: 'report',
    placeholder: 'Mon..Fri 09:00',
    shownWhen: { key: 'scheduleType', in: ['oncalendar'] },
    help: 'OnCalendar expression such as Mon..Fri 09:00; a time zone at its end overrides timezone',
    maxLength: 200,
    rule: onCalendar.problem,
  }),
  timezone: text({
    label: 'Time zone',
    group: 'report',
    shownWhen: { key: 'scheduleType', in: ['cron', 'oncalendar'] },
    help: 'Time zone of the schedule and of the active hours',
    maxLength: 64,
    rule: timeZoneProblem,
    default: 'UTC',
  }),
  graceSeconds: number({
    group: 'report',
    advanced: false,
    help: 'Seconds a check-in may be late before it counts as missed',
    min: 0,
    max: year,
    default: usualGrace,
  }),
  maxRuntimeSeconds: number({
    label: 'Maximum run time',
    group: 'report',
    advanced: false,
    help: 'Seconds a started job may run; the grace period when empty',
    min: 1,
    max: year,
  }),
  earlyToleranceSeconds: number({
    help: 'A check-in up to this many seconds before its slot counts for that slot',
    min: 0,
    max: 86_400,
    default: 60,
  }),
  allowedMethods: choice(['any', 'post'], {
    labels: { any: 'Any method', post: 'POST only' },
    help: 'HTTP methods that count as a check-in',
    default: 'any',
  }),
  startKeywords: keywords('Words in a check-in that mean the job started'),
  successKeywords: keywords('Words in a check-in that mean the job succeeded'),
  failKeywords: keywords('Words in a check-in that mean the job failed'),
  keywordSource: choice(['body', 'subject'], {
    help: 'Where to search for the words; subject is for email',
    default: 'body',
  }),
  bodyLimitBytes: number({
    label: 'Body limit',
    help: "Bytes stored of a check-in's body",
    min: 0,
    max: 1_000_000,
    default: 100_000,
  }),
  ipAllowList: list(ruled(word(50), networkProblem), {
    label: 'Allowed addresses',
    help: 'IP addresses and networks that check-ins may come from; any if empty',
    maxItems: 100,
  }),
  slug: text({ help: 'Name of this monitor in check-in URLs with the ping key', maxLength: 64, rule: slugProblem }),
  resumeOnPing: flag({ help: 'Resume the monitor when a check-in arrives while it is paused', default: false }),
  activeHours: record(activeHours, {
    help:
      'When check-ins are expected: {days, from, to}, days from 0 (Sunday) to 6; ends the next day if to is ' +
      'before from',
  }),
}

const raised = (name: string, key: string, severity: DefaultRule['severity']): DefaultRule => {
  return { name, metric: `metrics['heartbeat.${key}']`, operator: '==', value: '1', severity }
}

export const heartbeat = defineCheck({
  type: 'heartbeat',
  title: 'Heartbeat',
  category: 'reports',
  summary: 'Waits for check-ins from your jobs and alerts when one is missed, fails or runs too long.',
  target: anyLabel(0, {
    description: 'Any label, or nothing; the response contains the check-in URL',
    examples: ['nightly-backup', 'Payroll export'],
  }),
  recognizes: ({ cron: expression, words }) => {
    if (expression !== null)
      return {
        fit: 100,
        target: '',
        name: 'Scheduled job',
        config: { scheduleType: 'cron', cronExpression: expression },
      }
    return words === null ? null : { fit: 50, target: words, name: words }
  },
  reports: { targetOptional: true },
  config,
  metrics: heartbeatMetrics,
  presentation: { charts: ['late_seconds', 'duration_ms'].map((key) => `metrics['heartbeat.${key}']`) },
  defaultRules: [
    raised('Missed Check-in', 'missed', 'critical'),
    raised('Job Failed', 'failed', 'critical'),
    raised('Running Too Long', 'overrun', 'warning'),
  ],
  confirmation: { by: 'none', threshold: 1 },
  examine: scheduleProblems,
})

/** Keys of an outcome besides the numbers that the job posts. */
export const heartbeatKeys = heartbeat.metrics
  .map(({ key }) => key)
  .filter((key) => key !== 'success' && !key.includes('<'))

const scheduleKeys = { simple: 'periodSeconds', cron: 'cronExpression', oncalendar: 'onCalendar' } as const

function scheduleProblems(settings: Partial<HeartbeatConfig>): string[] {
  const type = settings.scheduleType ?? 'simple'
  const misplaced = Object.entries(scheduleKeys).flatMap(([owner, key]) => {
    if (owner !== type) return settings[key] === undefined ? [] : [`${key}: only with scheduleType ${owner}`]
    return key === 'periodSeconds' || settings[key] !== undefined ? [] : [`${key}: Required with scheduleType ${type}`]
  })
  if (misplaced.length > 0 || !settings.activeHours) return misplaced
  const meets = slotAfter(heartbeatPlan(heartbeatConfig(settings), year), { after: 0, anchor: 0 }) !== null
  return meets ? [] : ['activeHours: the schedule has no time within them']
}

export type HeartbeatConfig = ConfigOf<typeof config>

export function heartbeatConfig(settings: MonitorConfig): HeartbeatConfig {
  return { ...(defaultsOf(config) as HeartbeatConfig), ...settings }
}

/** The schedule and tolerances of the job. */
export function heartbeatPlan(settings: HeartbeatConfig, intervalSeconds: number): HeartbeatPlan {
  return {
    schedule: scheduleOf(settings, intervalSeconds),
    timeZone: settings.timezone,
    activeHours: settings.activeHours ?? null,
    graceMs: settings.graceSeconds * 1000,
    // Without a grace period a check-in must be on time, but a job still needs time to run.
    maxRuntimeMs: (settings.maxRuntimeSeconds ?? (settings.graceSeconds || usualGrace)) * 1000,
    earlyToleranceMs: settings.earlyToleranceSeconds * 1000,
  }
}

function scheduleOf(
  { scheduleType, periodSeconds, cronExpression, onCalendar }: HeartbeatConfig,
  intervalSeconds: number,
): CheckInSchedule {
  if (scheduleType === 'cron') return { type: 'cron', expression: cronExpression ?? '' }
  if (scheduleType === 'oncalendar') return { type: 'oncalendar', expression: onCalendar ?? '' }
  return { type: 'simple', periodMs: (periodSeconds ?? intervalSeconds) * 1000 }
}

function networkProblem(text: string): string | null {
  const [address = '', prefix] = text.split('/')
  if (isIp(address) && (prefix === undefined || ipaddr.isValidCIDR(text))) return null
  return 'must be an IP address or a network such as 192.0.2.0/24'
}

function slugProblem(slug: string): string | null {
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(slug))
    return 'must be lowercase letters, digits, - and _, starting with a letter or digit'
  return /^([0-9]+|start|fail|log)$/.test(slug)
    ? 'must not be a number, start, fail or log: check-in URLs use them'
    : null
}
