// All monitor types, each loaded when it is first needed: a process that runs checks needs few of them. To add one, add
// its file, its test and a line here, in the order of the documentation.
import type { CheckType } from './define.ts'

const files: Readonly<Record<string, () => Promise<CheckType>>> = {
  http: async () => (await import('./web/http.ts')).http,
  api: async () => (await import('./web/api.ts')).api,
  dns: async () => (await import('./names/dns.ts')).dns,
  tcp: async () => (await import('./network/tcp.ts')).tcp,
  ssl: async () => (await import('./tls/ssl.ts')).ssl,
  udp: async () => (await import('./network/udp.ts')).udp,
  icmp: async () => (await import('./network/icmp.ts')).icmp,
  mtr: async () => (await import('./network/mtr.ts')).mtr,
  smtp: async () => (await import('./mail/smtp.ts')).smtp,
  imap: async () => (await import('./mail/imap.ts')).imap,
  pop3: async () => (await import('./mail/pop3.ts')).pop3,
  ftp: async () => (await import('./files/ftp.ts')).ftp,
  sftp: async () => (await import('./files/sftp.ts')).sftp,
  postgres: async () => (await import('./data/postgres.ts')).postgres,
  mysql: async () => (await import('./data/mysql.ts')).mysql,
  redis: async () => (await import('./data/redis.ts')).redis,
  amqp: async () => (await import('./data/amqp.ts')).amqp,
  mqtt: async () => (await import('./data/mqtt.ts')).mqtt,
  mongodb: async () => (await import('./data/mongodb.ts')).mongodb,
  websocket: async () => (await import('./web/websocket.ts')).websocket,
  prometheus: async () => (await import('./web/prometheus.ts')).prometheus,
  grpc: async () => (await import('./web/grpc.ts')).grpc,
  docker: async () => (await import('./network/docker.ts')).docker,
  rdap: async () => (await import('./names/rdap.ts')).rdap,
  blacklist: async () => (await import('./names/blacklist.ts')).blacklist,
  ntp: async () => (await import('./network/ntp.ts')).ntp,
  email_policy: async () => (await import('./names/email-policy.ts')).emailPolicy,
  sitemap: async () => (await import('./web/sitemap.ts')).sitemap,
  favicon: async () => (await import('./web/favicon.ts')).favicon,
  cdn: async () => (await import('./web/cdn.ts')).cdn,
  breach: async () => (await import('./names/breach.ts')).breach,
  brotli: async () => (await import('./web/brotli.ts')).brotli,
  cms: async () => (await import('./web/cms.ts')).cms,
  browser: async () => (await import('./browser/browser.ts')).browser,
  playwright: async () => (await import('./browser/playwright.ts')).playwright,
  heartbeat: async () => (await import('./reports/heartbeat.ts')).heartbeat,
  mcp: async () => (await import('./web/mcp.ts')).mcp,
  integrity: async () => (await import('./web/integrity.ts')).integrity,
  host: async () => (await import('./reports/host.ts')).host,
  snmp: async () => (await import('./network/snmp.ts')).snmp,
  radius: async () => (await import('./network/radius.ts')).radius,
}

export const checkTypes: readonly string[] = Object.keys(files)

export const loadAllChecks = (): Promise<CheckType[]> => Promise.all(Object.values(files).map((load) => load()))

const loaded = new Map<string, CheckType>()

/** A type that was loaded before. */
export const loadedCheck = (type: string): CheckType | undefined => loaded.get(type)

export async function loadCheck(type: string): Promise<CheckType> {
  const check = await files[type]!()
  loaded.set(type, check)
  return check
}
