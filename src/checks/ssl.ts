import { metric as named } from '../domain/metric.ts'
import { availability, defineCheck, metricsOf } from './define.ts'
import { flag, ipVersion, port, text, timeout } from './fields.ts'
import { hostMaybePort, isHostName } from './targets.ts'

const metric = metricsOf('ssl')

export const ssl = defineCheck({
  type: 'ssl',
  title: 'SSL/TLS certificate',
  summary: 'Reads the certificate a server presents and judges its expiry, its chain, its names and the TLS version.',
  target: hostMaybePort({
    description: 'The host whose certificate is read, with a port if it is not 443',
    examples: ['example.com', 'mail.example.com:993'],
  }),
  config: {
    insecure: flag({ help: 'Let the check succeed with a certificate that is not trusted', default: false }),
    port: port({ help: 'Port to connect to, unless the target names one', default: 443 }),
    serverName: text({
      help: 'Host name asked for in the TLS handshake and looked for in the certificate; the target when omitted',
      maxLength: 253,
      rule: (name) => (isHostName(name) ? null : 'must be a host name'),
    }),
    trackTlsGrade: flag({ help: 'Grade the TLS setup once a day; on when omitted, and ignored on plans without TLS grading' }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  expires: true,
  metrics: [
    metric('days_until_expiry', { description: 'Days until the certificate expires', unit: 'days', usual: '<' }),
    metric('hostname_match', {
      description: 'Certificate names the host (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('chain_valid', {
      description: 'Chain leads to a trusted root (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('tls_version', {
      description: 'Negotiated TLS version (12 means 1.2)',
      unit: 'number',
      usual: '<',
      min: 0,
      max: 13,
    }),
    named('tlsgrade.grade_score', { description: 'TLS grade (A+=6, A=5, B=4, C=3, F=0)', unit: 'score', usual: '<', max: 6 }),
  ],
  defaultRules: [
    availability,
    { name: 'SSL Expiry Warning', metric: "metrics['ssl.days_until_expiry']", operator: '<', value: '14', severity: 'warning' },
  ],
})
