import { choice } from '../../domain/field.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { nothingShared } from '../../domain/checking/shared-answer.ts'
import { ipVersions, timeout } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { domainOrUrl } from '../targets.ts'
import { type Breach, type BreachFeed, breachesOf, fetchFeed } from './breach/feed.ts'

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
      labels: ipVersions,
      help: 'Accepted and ignored: a breach is the same over every IP version',
      default: 'any',
    }),
  },
  confirmation: { by: 'none' },
  minIntervalSeconds: 3600,
  metrics: [
    metric('last_added_age_hours', {
      description: 'Hours since the newest breach was added to the directory',
      unit: 'hours',
      usual: '<',
      severity: 'critical',
      says: 'the newest breach was added {} ago',
      diagnosis:
        'Accounts of this domain are in a new leak. The evidence names it: have passwords changed there and wherever they were used again.',
    }),
  ],
  diagnoses: {
    connect:
      'The directory of breaches cannot be reached, which says nothing about your domain. It mostly passes by itself.',
    timeout:
      'The directory of breaches did not answer in time, which says nothing about your domain. It mostly passes by itself.',
    http_status:
      'The directory of breaches answers with an error, which says nothing about your domain. It mostly passes by itself.',
    content:
      'The directory of breaches answers with something that cannot be read. If it stays so, look at the address that this installation asks.',
    other:
      'The directory of breaches answers with something that cannot be read. If it stays so, look at the address that this installation asks.',
  },
  defaultRules: [
    {
      name: 'New Breach Within Window',
      metric: "metrics['breach.last_added_age_hours']",
      operator: '<',
      value: '48',
      severity: 'critical',
    },
  ],
  receives: { sharedAnswers: () => ({ answer: 'breaches', source: 'breach directory' }) },
  async run({ target, shared }, context) {
    const { clock, observed } = context
    const { feed, readAt, problem } = await readFeed({ shared }, context)
    const [newest, ...older] = breachesOf(target.toLowerCase(), feed)
    if (newest)
      observed.metrics['breach.last_added_age_hours'] = Math.max(clock.now().getTime() - newest.addedAt, 0) / hour
    Object.assign(observed.evidence, {
      breaches: newest ? [newest, ...older].slice(0, maxShown).map(shown) : 'none in the directory',
      directory: new URL(context.sources.breachFeedUrl).host,
      directory_read_at: readAt,
      ...(problem !== null && { directory_problem: problem }),
    })
  },
})

const shown = ({ addedAt, ...breach }: Breach) => ({ ...breach, addedAt: new Date(addedAt).toISOString() })

const hour = 3_600_000
const maxShown = 10
// Checks come once an hour: each of them sees a directory that is no older than that.
const freshForMs = hour - 300_000
const pauseAfterFailureMs = 600_000
// A breach of yesterday is still news.
const usableForMs = 24 * hour

interface BreachFeedReading {
  readonly feed: BreachFeed
  readonly readAt: string
  /** Why it is not newer. */
  readonly problem: string | null
}

async function readFeed(
  { shared = nothingShared }: Pick<CheckJob, 'shared'>,
  context: RunContext,
): Promise<BreachFeedReading> {
  const { clock, observed } = context
  const known = shared.answer?.value as Omit<BreachFeedReading, 'problem'> | undefined
  if (known && shared.answer?.isFresh) return { ...known, problem: null }
  const isUsable = known && clock.now().getTime() - Date.parse(known.readAt) < usableForMs
  if (!shared.mayAsk) {
    if (isUsable) return { ...known, problem: 'it is being asked, or was asked in vain not long ago' }
    throw new Error('not checked: the breach directory is being asked, or was asked in vain not long ago')
  }
  try {
    const read = { feed: await fetchFeed(context), readAt: clock.now().toISOString() }
    observed.learned = { answer: { value: read, freshForMs } }
    return { ...read, problem: null }
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    // A monitor may have less patience than the others.
    if (error.reason !== 'timeout') observed.learned = { pauseMs: pauseAfterFailureMs }
    if (isUsable) return { ...known, problem: error.message }
    throw error
  }
}
