import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { findMetric } from '../../domain/metric.ts'
import { heartbeat, heartbeatConfig, heartbeatKeys, heartbeatPlan } from './heartbeat.ts'

const year = 31_536_000
const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' }

tryCatalogEntry(heartbeat, {
  targets: {
    accepted: ['', 'https://example.com/anything', 'Nightly backup (Tokyo) ✓', 'x'.repeat(200)],
    refused: [['a\0b', 'must be 0 to 200 characters without line breaks']],
  },
  config: {
    scheduleType: {
      accept: ['simple'],
      reject: [
        ['interval', 'config.scheduleType: Invalid value. Allowed values: simple, cron, oncalendar'],
        ['cron', 'config.cronExpression: Required with scheduleType cron'],
        ['oncalendar', 'config.onCalendar: Required with scheduleType oncalendar'],
      ],
    },
    periodSeconds: {
      accept: [30, 3600, year],
      reject: [
        [29, 'greater than or equal to 30'],
        [year + 1, 'less than or equal to 31536000'],
        [60.5, 'Expected integer'],
      ],
    },
    cronExpression: {
      accept: [],
      reject: [
        ['0 4 * *', 'config.cronExpression: must have five fields: minute hour day month weekday'],
        ['0 25 * * *', 'config.cronExpression: the hour 25 cannot be read (0-23)'],
        ['0 0 31 2 *', 'config.cronExpression: names a day that never occurs'],
        ['0 4 * * *', 'config.cronExpression: only with scheduleType cron'],
      ],
    },
    onCalendar: {
      accept: [],
      reject: [
        ['noonish', 'config.onCalendar: noonish is neither a weekday nor a known shorthand'],
        ['25:00', 'config.onCalendar: the hour 25 is outside 0 to 23'],
        ['daily', 'config.onCalendar: only with scheduleType oncalendar'],
      ],
    },
    timezone: {
      accept: ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'],
      reject: [
        ['Mars/Olympus', 'config.timezone: must be a time zone such as UTC or Europe/Berlin'],
        ['', 'must be a time zone'],
      ],
    },
    graceSeconds: {
      accept: [0, 300, year],
      reject: [
        [-1, 'greater than or equal to 0'],
        [year + 1, 'less than or equal to 31536000'],
      ],
    },
    maxRuntimeSeconds: {
      accept: [1, year],
      reject: [
        [0, 'greater than or equal to 1'],
        [year + 1, 'less than or equal to 31536000'],
      ],
    },
    earlyToleranceSeconds: {
      accept: [0, 86_400],
      reject: [
        [-1, 'greater than or equal to 0'],
        [86_401, 'less than or equal to 86400'],
      ],
    },
    allowedMethods: { accept: ['any', 'post'], reject: [['get', 'Allowed values: any, post']] },
    startKeywords: {
      accept: [[], ['started', 'BEGIN job']],
      reject: [
        ['started', 'config.startKeywords: Expected array, received string'],
        [[''], 'config.startKeywords[0]'],
      ],
    },
    successKeywords: {
      accept: [['done']],
      reject: [[Array(21).fill('a'), 'Array must contain at most 20 element(s)']],
    },
    failKeywords: {
      accept: [['ERROR']],
      reject: [[['x'.repeat(101)], 'config.failKeywords[0]: String must contain at most 100']],
    },
    keywordSource: { accept: ['body', 'subject'], reject: [['header', 'Allowed values: body, subject']] },
    bodyLimitBytes: {
      accept: [0, 100_000, 1_000_000],
      reject: [
        [-1, 'greater than or equal to 0'],
        [1_000_001, 'less than or equal to 1000000'],
      ],
    },
    ipAllowList: {
      accept: [[], ['192.0.2.7', '192.0.2.0/24', '2001:db8::/32', '::1']],
      reject: [
        [['example.com'], 'config.ipAllowList[0]: must be an IP address or a network such as 192.0.2.0/24'],
        [['192.0.2.0/33'], 'config.ipAllowList[0]: must be an IP address'],
        [['10/8'], 'config.ipAllowList[0]: must be an IP address'],
        [['1.2.3'], 'config.ipAllowList[0]: must be an IP address'],
        [Array(101).fill('::1'), 'at most 100 element'],
      ],
    },
    slug: {
      accept: ['nightly-backup', 'db_1', '2fa', 'x'.repeat(64)],
      reject: [
        ['', 'config.slug: must be lowercase letters'],
        ['Nightly Backup', 'config.slug: must be lowercase letters, digits, - and _'],
        ['-x', 'config.slug: must be lowercase letters'],
        ['a/b', 'config.slug: must be lowercase letters'],
        ['start', 'config.slug: must not be a number, start, fail or log'],
        ['fail', 'config.slug: must not be a number'],
        ['log', 'config.slug: must not be a number'],
        ['255', 'config.slug: must not be a number'],
        ['x'.repeat(65), 'at most 64 character'],
      ],
    },
    resumeOnPing: { accept: [true, false], reject: [['no', 'config.resumeOnPing: Expected boolean']] },
    activeHours: {
      accept: [office, { days: [0], from: '22:00', to: '06:00' }, { days: [0, 6], from: '00:00', to: '24:00' }],
      reject: [
        [{ ...office, days: [] }, 'config.activeHours.days: Array must contain at least 1'],
        [{ ...office, days: [7] }, 'config.activeHours.days[0]: Number must be less than or equal to 6'],
        [{ ...office, from: '9:00' }, 'config.activeHours.from: must be a time such as 09:00'],
        [{ ...office, from: '24:00' }, 'config.activeHours.from: must be a time such as 09:00'],
        [{ ...office, to: '24:01' }, 'config.activeHours.to: must be a time such as 17:00, at most 24:00'],
        [{ ...office, to: '09:00' }, 'config.activeHours.to: must differ from the start'],
        [{ from: '09:00', to: '17:00' }, 'config.activeHours.days: Required'],
        [{ ...office, zone: 'UTC' }, 'config.activeHours.zone: unsupported field'],
      ],
    },
  },
  combinations: {
    accept: [
      {},
      { scheduleType: 'simple', periodSeconds: 86_400, timezone: 'Asia/Tokyo', activeHours: office },
      { scheduleType: 'cron', cronExpression: '*/15 9-17 * * MON-FRI', timezone: 'Europe/Berlin' },
      { scheduleType: 'oncalendar', onCalendar: 'Mon..Fri *-*-* 09:00:00 Europe/Berlin' },
      { scheduleType: 'oncalendar', onCalendar: '*-*~1 23:30', graceSeconds: 0 },
      { scheduleType: 'cron', cronExpression: '*/15 * * * *', activeHours: office },
    ],
    reject: [
      [{ scheduleType: 'cron', onCalendar: 'daily' }, 'config.cronExpression: Required with scheduleType cron'],
      [
        { scheduleType: 'cron', cronExpression: '0 4 * * *', onCalendar: 'daily' },
        'config.onCalendar: only with scheduleType oncalendar',
      ],
      [
        { scheduleType: 'cron', cronExpression: '0 4 * * *', periodSeconds: 60 },
        'config.periodSeconds: only with scheduleType simple',
      ],
      [
        { scheduleType: 'oncalendar', cronExpression: '0 4 * * *' },
        'config.onCalendar: Required with scheduleType oncalendar',
      ],
      [
        { scheduleType: 'cron', cronExpression: '0 4 * * *', activeHours: office },
        'config.activeHours: the schedule has no time within them',
      ],
    ],
  },
  rules: [
    [
      {},
      [
        "Missed Check-in: metrics['heartbeat.missed'] == 1 critical",
        "Job Failed: metrics['heartbeat.failed'] == 1 critical",
        "Running Too Long: metrics['heartbeat.overrun'] == 1 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['heartbeat.missed']",
    "metrics['heartbeat.failed']",
    "metrics['heartbeat.exit_status']",
    "metrics['heartbeat.overrun']",
    "metrics['heartbeat.late_seconds']",
    "metrics['heartbeat.seconds_since_last']",
    "metrics['heartbeat.duration_ms']",
    "metrics['heartbeat.running']",
    "metrics['heartbeat.pings_24h']",
    "metrics['heartbeat.consecutive_failures']",
    "metrics['heartbeat.value.<slug>']",
  ],
})

describe('a heartbeat', () => {
  it.each([
    [
      {},
      {
        schedule: { type: 'simple', periodMs: 60_000 },
        graceMs: 300_000,
        maxRuntimeMs: 300_000,
        earlyToleranceMs: 60_000,
      },
    ],
    [
      { periodSeconds: 30, graceSeconds: 0 },
      { schedule: { type: 'simple', periodMs: 30_000 }, graceMs: 0, maxRuntimeMs: 300_000 },
    ],
    [
      { graceSeconds: 10, maxRuntimeSeconds: 20 },
      { graceMs: 10_000, maxRuntimeMs: 20_000 },
    ],
    [
      { scheduleType: 'cron', cronExpression: '0 4 * * *' },
      { schedule: { type: 'cron', expression: '0 4 * * *' }, timeZone: 'UTC', activeHours: null },
    ],
    [
      { scheduleType: 'oncalendar', onCalendar: 'daily', activeHours: office },
      { schedule: { type: 'oncalendar', expression: 'daily' }, activeHours: office },
    ],
  ])('with %j has this plan for its job', (config, plan) => {
    expect(heartbeatPlan(heartbeatConfig(config), 60)).toMatchObject(plan)
  })

  it('measures the metrics of its catalog entry', () => {
    expect(heartbeatKeys).toHaveLength(10)
    expect(heartbeatKeys).toContain('heartbeat.missed')
  })

  it('needs no target, no location and no confirmation', () => {
    expect(heartbeat).toMatchObject({
      targetOptional: true,
      requiresLocations: false,
      confirmation: 'none',
      confirmationThreshold: 1,
    })
    expect(heartbeat.config.confirmationThreshold?.notes.default).toBe(1)
  })

  it('accepts rules on any number that a job posts', () => {
    const found = findMetric(heartbeat.metrics, "metrics['heartbeat.value.rows_copied']")
    expect(found).toMatchObject({ key: 'heartbeat.value.rows_copied', usualOperator: null, severity: 'warning' })
  })
})
