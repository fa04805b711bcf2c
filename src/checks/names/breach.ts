import { choice } from '../../domain/field.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { timeout } from '../fields.ts'
import { domainOrUrl } from '../targets.ts'

const metric = metricsOf('breach')

export const breach = defineCheck({
  type: 'breach',
  title: 'Data breaches',
  category: 'names',
  summary: 'Looks in the public breach directory for a new breach of accounts at a domain.',
  target: domainOrUrl({
    description: 'The domain whose breaches are watched; of a URL only the host is kept',
    examples: ['example.com', 'https://www.example.com/login'],
  }),
  recognizes: ({ domain, isBare }) => (domain === null ? null : { fit: isBare ? 20 : 4, target: domain }),
  config: {
    timeoutSeconds: timeout(30),
    ipVersion: choice(['any', 'ip4', 'ip6'], {
      help: 'Accepted and ignored: a breach is the same over every IP version',
      default: 'any',
    }),
  },
  confirmation: 'none',
  minIntervalSeconds: 3600,
  metrics: [
    metric('last_added_age_hours', {
      description: 'Hours since the newest breach was added to the directory',
      unit: 'hours',
      usual: '<',
      severity: 'critical',
    }),
  ],
  defaultRules: [
    {
      name: 'New Breach Within Window',
      metric: "metrics['breach.last_added_age_hours']",
      operator: '<',
      value: '48',
      severity: 'critical',
    },
  ],
})
