// What the catalog entries of databases have in common, as `tryCatalogEntry` tries it.
const common = [
  'connect_time_ms',
  'cert_days_left',
  'cert_valid',
  'tls_version',
  'tls_time_ms',
  'auth_ok',
  'auth_ms',
  'query_ms',
  'value',
  'value_match',
  'connections',
  'connections_used_pct',
  'is_replica',
  'replicating',
  'replication_lag_s',
  'replicas',
]

type Rules = [config: Record<string, unknown>, rules: string[]][]

/** `login` is the key that a login needs at least. */
export function databaseCatalog(
  type: string,
  { metrics = ['rows'], login = 'username', rules = [] }: { metrics?: string[]; login?: string; rules?: string[] } = {},
) {
  const named = (name: string): string => `metrics['${type}.${name}']`
  const always = [
    `Connections Almost Used Up: ${named('connections_used_pct')} >= 90 warning`,
    `Replication Stopped: ${named('replicating')} == 0 critical`,
    `Replication Lag: ${named('replication_lag_s')} > 300 warning`,
    ...rules,
  ]
  const available = 'Availability Check: success == false critical'
  const certificate = `Certificate Expiring: ${named('cert_days_left')} < 14 warning`
  const loginFailed = `Login Failed: ${named('auth_ok')} == 0 critical`
  const unexpected = `Unexpected Value: ${named('value_match')} == 0 critical`
  const all: Rules = [
    [{}, [available, certificate, ...always]],
    [{ tlsMode: 'none' }, [available, ...always]],
    [{ [login]: 'robot', expectValueRegexp: 'ok' }, [available, certificate, loginFailed, unexpected, ...always]],
  ]
  return {
    targets: {
      accepted: ['localhost', '192.0.2.1', '[2001:db8::1]:6000', 'db.example.com:6000', 'daten.bücher.example'],
      refused: [
        ['db.example.com:70000', 'port must be between 1 and 65535'],
        ['postgres://db.example.com', 'must be a hostname or an IP address'],
      ] as [string, string][],
    },
    config: {
      tlsMode: { accept: ['required', 'none'], reject: [['starttls', 'Allowed values: required, none']] },
      verifyTls: { accept: [true, false], reject: [[1, 'Expected boolean']] },
      username: { accept: ['', 'robot'], reject: [['a\nb', 'must not contain line breaks']] },
      password: { accept: [''], reject: [['a\nb', 'must not contain line breaks']] },
      expectValueRegexp: { accept: ['^ok$'], reject: [['(', 'must be a regular expression']] },
      timeoutSeconds: { accept: [1, 60], reject: [[61, 'less than or equal to 60']] },
      ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ipv6', 'Allowed values: any, ip4, ip6']] },
    } as Record<string, { accept: unknown[]; reject: [unknown, string][] }>,
    combinations: { accept: [{ username: 'robot', password: 'x' }] },
    rules: all,
    metrics: [...common, ...metrics].map(named),
  }
}
