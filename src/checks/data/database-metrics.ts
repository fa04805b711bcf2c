// The metrics, rules and diagnoses that databases have in common.
import { counted } from '../../domain/alerting/sentence.ts'
import type { Diagnoses } from '../../domain/alerting/diagnosis.ts'
import type { Metric } from '../../domain/metric.ts'
import { type DefineMetric, authMetrics, certificateExpiring, loginFailed, tlsMetrics } from '../account.ts'
import { type DefaultRule, availability, whenSet } from '../define.ts'
import { connecting } from '../metric-text.ts'

/** Metrics of every server that one logs in to and reads a value from. */
export function loginMetrics(metric: DefineMetric): Metric[] {
  return [
    metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, ...connecting }),
    ...tlsMetrics(metric),
    ...authMetrics(metric),
  ]
}

export function valueMetrics(metric: DefineMetric): Metric[] {
  return [
    metric('value', {
      description: 'The value, if it is a number',
      unit: 'number',
      says: 'the value is {}',
      diagnosis: 'Compare the value in the evidence with what you expect, and check what writes it.',
    }),
    metric('value_match', {
      description: 'Value matched the pattern (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the value matches the pattern', no: 'the value does not match the pattern' },
      diagnosis: 'Compare the value in the evidence with the pattern, and check what writes it.',
    }),
  ]
}

export function databaseMetrics(metric: DefineMetric): Metric[] {
  return [
    ...loginMetrics(metric),
    metric('query_ms', {
      description: 'Time for the query',
      unit: 'ms',
      phase: 6,
      says: 'the query takes {}',
      diagnosis:
        'The server accepts the login, but answers slowly. ' +
        'Check its load and disks, what else runs there, and whether something holds a lock.',
    }),
    ...valueMetrics(metric),
    metric('connections', {
      description: 'Open connections of all clients',
      unit: 'count',
      says: counted('connection is open', 'connections are open'),
      diagnosis: 'Check which clients open more connections than before, and whether they close them.',
    }),
    metric('connections_used_pct', {
      description: 'Used share of the connections that the server allows',
      unit: 'percent',
      usual: '>=',
      says: '{} of the allowed connections are open',
      diagnosis:
        'At the limit, the server rejects clients. Check which of them open connections and do not close them, ' +
        'or use a connection pool.',
    }),
    metric('is_replica', {
      description: 'Server is a replica of another one (1 yes)',
      unit: 'flag',
      says: { yes: 'the server is a replica', no: 'the server is not a replica' },
      diagnosis: {
        yes: 'A replica accepts no writes. If this server should be the primary, check when and why it was replaced.',
        no: 'The replica was promoted or lost its configuration. Check that there is only one primary.',
      },
    }),
    metric('replicating', {
      description: 'Replica is connected to its primary and applies changes (1 yes)',
      unit: 'flag',
      severity: 'critical',
      cause: 'content',
      says: { yes: 'replication works', no: 'replication has stopped' },
      diagnosis:
        'The replica falls behind further and further. Check whether it reaches its primary, and read the error of ' +
        'the replication in its log.',
    }),
    metric('replication_lag_s', {
      description: 'How far the replica is behind its primary',
      unit: 'seconds',
      says: 'the replica is {} behind',
      diagnosis:
        'Readers of the replica see old data. Check its load and disks, long transactions, and the network to its ' +
        'primary.',
    }),
    metric('replicas', {
      description: 'Replicas that are connected to the server',
      unit: 'count',
      usual: '<',
      says: counted('replica is connected', 'replicas are connected'),
      diagnosis: 'A replica is down or cannot reach this server. Check its log and the network between them.',
    }),
  ]
}

export const rowsMetric = (metric: DefineMetric): Metric =>
  metric('rows', {
    description: 'Rows of the result, at most 1000',
    unit: 'count',
    usual: '<',
    says: counted('row was returned', 'rows were returned'),
    diagnosis: 'The query returned more or fewer rows than expected. Run it yourself, and check what writes them.',
  })

export function loginRules(type: string, login: 'username' | 'password' = 'username'): DefaultRule[] {
  return [availability, certificateExpiring(type), loginFailed(type, login)]
}

export const unexpectedValue = (type: string): DefaultRule => ({
  name: 'Unexpected Value',
  metric: `metrics['${type}.value_match']`,
  operator: '==',
  value: '0',
  severity: 'critical',
  when: whenSet('expectValueRegexp', 'with an expected value'),
})

/** `login` is the key without which the server tells nothing but that it is there. */
export function databaseRules(type: string, login: 'username' | 'password' = 'username'): DefaultRule[] {
  const named = (name: string): string => `metrics['${type}.${name}']`
  return [
    ...loginRules(type, login),
    unexpectedValue(type),
    {
      name: 'Connections Almost Used Up',
      metric: named('connections_used_pct'),
      operator: '>=',
      value: '90',
      severity: 'warning',
    },
    { name: 'Replication Stopped', metric: named('replicating'), operator: '==', value: '0', severity: 'critical' },
    { name: 'Replication Lag', metric: named('replication_lag_s'), operator: '>', value: '300', severity: 'warning' },
  ]
}

export const databaseDiagnoses: Diagnoses = {
  other:
    'The database server responds, but not as expected. ' +
    'It may be starting, full or refuse Lapwing: read its reply, then its log.',
  content:
    'The login works, but the query fails. ' +
    'Check whether what it reads exists and whether the account may read it.',
}
