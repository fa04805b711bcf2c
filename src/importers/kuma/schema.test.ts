// Every column that Uptime Kuma has is read, or listed here with the reason why not. `make-kuma-database.mjs` writes
// the names of a new release.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { DocumentFields } from '../drafting.ts'
import { readKumaDatabase } from './database.ts'
import { type KumaDump, parseKumaDump } from './dump.ts'
import { readKuma } from './monitors.ts'
import { readKumaOutages } from './outages.ts'

const file = (name: string): string =>
  fileURLToPath(new URL(`../../../test/kit/importers/files/${name}`, import.meta.url))
const schema = JSON.parse(readFileSync(file('kuma-schema.json'), 'utf8')) as Record<string, string>

/** Reasons, and the tables and columns that they hold for. */
const ignored: Readonly<Record<string, string>> = {
  'of a type that the report skips': `monitor.game monitor.gamedig_given_port_only monitor.gamedig_token
    monitor.kafka_producer_topic monitor.kafka_producer_brokers monitor.kafka_producer_sasl_options
    monitor.kafka_producer_message monitor.kafka_producer_ssl monitor.kafka_producer_allow_auto_topic_creation
    monitor.manual_status monitor.system_service_name`,
  'of a login that the report skips': 'monitor.auth_domain monitor.auth_workstation',
  'history, or the state of a moment': `domain_expiry monitor_tls_info notification_sent_history stat_daily stat_hourly
    stat_minutely monitor.dns_last_result heartbeat.id heartbeat.ping heartbeat.duration heartbeat.down_count
    heartbeat.end_time heartbeat.retries heartbeat.response maintenance.last_start_date`,
  'people are invited again and create their keys again': `user api_key monitor.user_id
    notification.user_id maintenance.user_id proxy.user_id remote_browser.user_id`,
  'settings of the installation, of which the time zone is read': 'setting.id setting.type',
  'bookkeeping of the database': `knex_migrations knex_migrations_lock sqlite_sequence tag.created_date
    monitor.created_date group.created_date proxy.created_date status_page.created_date status_page.modified_date
    maintenance_status_page.id monitor_group.id monitor_maintenance.id monitor_notification.id monitor_tag.id
    status_page_cname.id incident.id`,
  'secrets of a proxy that is not used': 'proxy.auth proxy.username proxy.password proxy.active proxy.default',
  'the address of a browser that is not used, which may hold a token': 'remote_browser.url',
  'a label of what another column, which is read, names': 'docker_host.name docker_host.user_id',
  'it chooses which heartbeats are read': 'heartbeat.important',
  'the order of a list that people sort': 'monitor.weight',
  'Lapwing keeps the response of each check that fails': `monitor.save_response monitor.save_error_response
    monitor.response_max_length`,
  'it changes nothing that is measured': 'monitor.ping_numeric monitor.oauth_auth_method',
  'groups are shown if they are public': 'group.active',
  'a line of Kuma about itself': 'status_page.show_powered_by',
  'pages of Lapwing refresh by themselves': 'status_page.auto_refresh_interval',
  'the name of the service that another column, which is read, belongs to': 'status_page.analytics_type',
}
const ignoredNames = new Set(Object.values(ignored).flatMap((names) => names.trim().split(/\s+/)))

/** A dump that notes which of its columns are read. */
function recording(dump: KumaDump, read: Set<string>): KumaDump {
  const watched = (table: string, row: DocumentFields): DocumentFields =>
    new Proxy(row, {
      get: (target, column) => {
        read.add(`${table}.${String(column)}`)
        return Reflect.get(target, column) as unknown
      },
      has: (target, column) => Reflect.has(target, column),
      ownKeys: () => expect.unreachable(`all columns of ${table} are read at once`),
    })
  const tables = Object.entries(dump).map(([table, rows]) => [table, rows.map((row) => watched(table, row))])
  return Object.fromEntries(tables) as KumaDump
}

it('reads each column of Uptime Kuma, or ignores it for a reason', () => {
  const read = new Set<string>()
  for (const name of ['kuma-1.db', 'kuma-2.db']) {
    const stored = parseKumaDump(JSON.stringify(readKumaDatabase(file(name))))
    const web = stored.monitor.find(({ type }) => type === 'http')!
    const others = ['bearer', 'mtls'].map((auth_method) => ({ ...web, auth_method }))
    const host = { id: 1, docker_daemon: '/var/run/docker.sock', docker_type: 'socket' }
    const dump = recording({ ...stored, docker_host: [host], monitor: [...stored.monitor, ...others] }, read)
    readKuma(dump)
    readKumaOutages(dump)
  }
  const known = Object.entries(schema).flatMap(([table, columns]) =>
    ignoredNames.has(table) ? [table] : columns.split(' ').map((column) => `${table}.${column}`),
  )
  expect(known.filter((name) => !read.has(name) && !ignoredNames.has(name))).toEqual([])
  expect([...ignoredNames].filter((name) => read.has(name) || !known.includes(name))).toEqual([])
})
