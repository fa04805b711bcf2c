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
  summary: 'Checks the public breach directory for new breaches of accounts at a domain.',
  target: domainOrUrl({
    description: 'The domain whose breaches are watched; a URL is reduced to its host',
    examples: ['example.com', 'https://www.example.com/login'],
  }),
  recognizes: ({ domain, isBare }) => (domain === null ? null : { fit: isBare ? 20 : 4, target: domain }),
  config: {
    timeoutSeconds: timeout(30),
    ipVersion: choice(['any', 'ip4', 'ip6'], {
      labels: ipVersions,
      help: 'Accepted and ignored: breaches do not depend on the IP version',
      default: 'any',
    }),
  },
  confirmation: { by: 'none' },
  minIntervalSeconds: 3600,
  metrics: [
    metric('last_added_age_hours', {
      description: 'Hours since the newest breach was added to the directory',
      unit: 'hours',
      severity: 'critical',
      says: 'the newest breach was added {} ago',
      diagnosis:
        'Accounts of this domain are in a new leak. ' +
        'The evidence names it: change passwords there and wherever they were reused.',
    }),
  ],
  diagnoses: {
    connect: 'The breach directory cannot be reached. This says nothing about your domain and usually resolves itself.',
    timeout:
      'The breach directory did not respond in time. ' +
      'This says nothing about your domain and usually resolves itself.',
    http_status:
      'The breach directory returned an error. This says nothing about your domain and usually resolves itself.',
    content:
      'The breach directory returned something unreadable. ' +
      'If this continues, check the directory URL of this installation.',
    other:
      'The breach directory returned something unreadable. ' +
      'If this continues, check the directory URL of this installation.',
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
      breaches: newest ? [newest, ...older].slice(0, maxShown).map(breachRow) : 'none in the directory',
      directory: new URL(context.sources.breachFeedUrl).host,
      directory_read_at: readAt,
      ...(problem !== null && { directory_problem: problem }),
    })
  },
})

const breachRow = ({ addedAt, ...breach }: Breach) => ({ ...breach, addedAt: new Date(addedAt).toISOString() })

const hour = 3_600_000
const maxShown = 10
// Checks run once an hour: each of them gets a directory that is at most an hour old.
const freshForMs = hour - 300_000
const pauseAfterFailureMs = 600_000
// A directory of yesterday is still useful.
const usableForMs = 24 * hour

interface BreachFeedReading {
  readonly feed: BreachFeed
  readonly readAt: string
  /** Why there is no newer one. */
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
    if (isUsable) return { ...known, problem: 'a lookup is running or failed recently' }
    throw new Error('not checked: a lookup of the breach directory is running or failed recently')
  }
  try {
    const read = { feed: await fetchFeed(context), readAt: clock.now().toISOString() }
    observed.learned = { answer: { value: read, freshForMs } }
    return { ...read, problem: null }
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    // A monitor may have a shorter timeout than others.
    if (error.reason !== 'timeout') observed.learned = { pauseMs: pauseAfterFailureMs }
    if (isUsable) return { ...known, problem: error.message }
    throw error
  }
}
