import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { findMetric } from '../../domain/metric.ts'
import { host } from './host.ts'

tryCatalogEntry(host, {
  targets: {
    accepted: ['db.example.com', 'Серверная 2', 'x'.repeat(200)],
    refused: [['', 'must be 1 to 200 characters without line breaks']],
  },
  config: {
    reportIntervalSeconds: {
      accept: [10, 60],
      reject: [
        [9, 'greater than or equal to 10'],
        [301, 'less than or equal to 300'],
      ],
    },
    livenessSeconds: {
      accept: [61, 180, 86_400],
      reject: [
        [19, 'greater than or equal to 20'],
        [60, 'config.livenessSeconds: must be greater than reportIntervalSeconds'],
        [86_401, 'less than or equal to 86400'],
      ],
    },
    diskInclude: {
      accept: [[], ['/', '/var/lib/*']],
      reject: [['/', 'config.diskInclude: Expected array, received string']],
    },
    diskExclude: { accept: [['/snap/*']], reject: [[Array(51).fill('/'), 'Array must contain at most 50 element(s)']] },
    interfaces: { accept: [['eth0', 'wg0']], reject: [[[''], 'config.interfaces[0]: String must contain at least 1']] },
    services: { accept: [['nginx.service', 'postgresql']], reject: [[Array(51).fill('a'), 'at most 50 element']] },
    processes: {
      accept: [[], [{ name: 'nginx' }, { name: 'worker', min: 4 }]],
      reject: [
        [['nginx'], 'config.processes[0]: Expected object, received string'],
        [[{ name: 'nginx', min: 0 }], 'config.processes[0].min: Number must be greater than or equal to 1'],
        [[{ min: 1 }], 'config.processes[0].name: Required'],
        [[{ name: 'nginx', max: 2 }], 'config.processes[0].max: unsupported field'],
      ],
    },
    collectContainers: { accept: [true, false], reject: [['no', 'config.collectContainers: Expected boolean']] },
    collectUpdates: { accept: [true, false], reject: [['no', 'config.collectUpdates: Expected boolean']] },
    collectTopProcesses: { accept: [true, false], reject: [['no', 'config.collectTopProcesses: Expected boolean']] },
  },
  combinations: {
    accept: [
      { reportIntervalSeconds: 300, livenessSeconds: 900 },
      { reportIntervalSeconds: 10, livenessSeconds: 20 },
    ],
    reject: [[{ reportIntervalSeconds: 300 }, 'config.livenessSeconds: must be greater than reportIntervalSeconds']],
  },
  rules: [
    [
      {},
      [
        "Host Offline: metrics['host.up'] == 0 critical",
        "High CPU: metrics['host.cpu_pct'] > 90 warning",
        "Memory Almost Full: metrics['host.mem_used_pct'] > 90 warning",
        "Disk Almost Full: metrics['host.disk_used_pct_max'] >= 90 warning",
        "Disk Full: metrics['host.disk_used_pct_max'] >= 97 critical",
        "Failed Services: metrics['host.services_failed'] > 0 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['host.up']",
    "metrics['host.seconds_since_report']",
    "metrics['host.cpu_pct']",
    "metrics['host.cpu_iowait_pct']",
    "metrics['host.cpu_steal_pct']",
    "metrics['host.load1']",
    "metrics['host.load5']",
    "metrics['host.load15']",
    "metrics['host.load_per_core']",
    "metrics['host.mem_used_pct']",
    "metrics['host.swap_used_pct']",
    "metrics['host.mem_available_bytes']",
    "metrics['host.disk_used_pct_max']",
    "metrics['host.inodes_used_pct_max']",
    "metrics['host.disk_free_bytes_min']",
    "metrics['host.disk_full_hours']",
    "metrics['host.disk_read_bps']",
    "metrics['host.disk_write_bps']",
    "metrics['host.disk_util_pct_max']",
    "metrics['host.net_rx_bps']",
    "metrics['host.net_tx_bps']",
    "metrics['host.net_errors']",
    "metrics['host.temp_c_max']",
    "metrics['host.uptime_s']",
    "metrics['host.rebooted']",
    "metrics['host.reboot_required']",
    "metrics['host.security_updates']",
    "metrics['host.services_failed']",
    "metrics['host.processes']",
    "metrics['host.zombies']",
    "metrics['host.containers_unhealthy']",
    "metrics['host.clock_offset_ms']",
    "metrics['host.smart_failing']",
    "metrics['host.raid_degraded']",
    "metrics['host.agent_outdated']",
    "metrics['host.oom_kills']",
    "metrics['host.disk.<slug>.used_pct']",
    "metrics['host.service.<slug>.up']",
    "metrics['host.process.<slug>.count']",
    "metrics['host.container.<slug>.up']",
    "metrics['host.custom.<slug>']",
  ],
})

describe('a host', () => {
  it('is observed by one agent, so there is no confirmation', () => {
    expect(host).toMatchObject({ requiresLocations: false, confirmation: 'none' })
  })

  it('is offline at once and busy only after ten minutes', () => {
    const timing = host.defaultRules.map((rule) => [
      rule.name,
      rule.failureThreshold ?? null,
      rule.durationWindow ?? null,
    ])
    expect(timing.slice(0, 4)).toEqual([
      ['Host Offline', 1, null],
      ['High CPU', null, 600],
      ['Memory Almost Full', null, 600],
      ['Disk Almost Full', null, null],
    ])
  })

  it.each([
    'disk.root.used_pct',
    'service.nginx.up',
    'process.worker.count',
    'container.web_1.up',
    'custom.queue_depth',
  ])('takes rules on %s', (name) =>
    expect(findMetric(host.metrics, `metrics['host.${name}']`)?.key).toBe(`host.${name}`),
  )
})
