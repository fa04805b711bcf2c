// The types of Uptime Kuma 2 that have no counterpart here, each with the type that comes closest.
interface UnmatchedType {
  readonly what: string
  readonly nearest: string | null
}

export const unmatchedTypes: Readonly<Record<string, UnmatchedType>> = {
  pm2: { what: 'a process of PM2', nearest: 'host' },
  'system-service': { what: 'a service of the machine', nearest: 'host' },
  group: { what: 'a group; its members get the tag group:<name> instead', nearest: null },
  manual: { what: 'a status that is set by hand', nearest: null },
  'kafka-producer': { what: 'Kafka', nearest: 'tcp' },
  sqlserver: { what: 'queries of Microsoft SQL Server', nearest: 'tcp' },
  oracledb: { what: 'queries of Oracle Database', nearest: 'tcp' },
  gamedig: { what: 'game servers', nearest: 'udp' },
  steam: { what: 'Steam game servers', nearest: 'udp' },
  'tailscale-ping': { what: 'pings inside a Tailscale network', nearest: 'icmp' },
  'sip-options': { what: 'SIP', nearest: 'udp' },
}
