import { type ConfigOf, text } from '../../domain/field.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { AmqpClient } from '../../protocols/data/amqp.ts'
import type { Refusal } from '../../protocols/data/reply.ts'
import { oneLine } from '../account.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { hostMaybePort } from '../targets.ts'
import { brokerAt, withBroker } from './broker.ts'
import { loginMetrics, loginRules } from './database-metrics.ts'
import { type ValueSession, loginCredentials, loginFields, usernameProblems } from './database.ts'

const metric = metricsOf('amqp')
const broker = {
  type: 'amqp',
  schemes: { required: 'amqps', none: 'amqp' },
  ports: { required: 5671, none: 5672 },
} as const

const maxNameBytes = 255
const nameProblem = (name: string): string | null =>
  Buffer.byteLength(name) > maxNameBytes ? `must be at most ${maxNameBytes} bytes long` : oneLine(name)

const { expectValueRegexp: _, timeoutSeconds, ipVersion, ...connection } = loginFields
const config = {
  ...connection,
  virtualHost: text({
    group: 'login',
    help: 'Virtual host to open; / by default',
    maxLength: maxNameBytes,
    rule: nameProblem,
  }),
  queue: text({
    group: 'request',
    advanced: false,
    help: 'Queue whose waiting messages and consumers are counted; it must exist, and is not changed',
    maxLength: maxNameBytes,
    rule: nameProblem,
  }),
  timeoutSeconds,
  ipVersion,
}

type AmqpConfig = ConfigOf<typeof config>

export const amqp = defineCheck({
  type: 'amqp',
  aliases: ['rabbitmq'],
  title: 'AMQP broker (RabbitMQ)',
  category: 'data',
  summary: 'Connects to RabbitMQ over AMQP 0-9-1 and, with a username, logs in and counts what waits in a queue.',
  target: hostMaybePort({
    description: 'The broker, with a port if it is not 5671 with TLS or 5672 without',
    examples: ['rabbitmq.example.com', '192.0.2.1:5673'],
  }),
  recognizes: (pasted) => brokerAt(pasted, broker, 'virtualHost'),
  config,
  credentials: loginCredentials,
  metrics: [
    ...loginMetrics(metric),
    metric('greeting_ms', {
      description: "Time until the server's greeting",
      unit: 'ms',
      phase: 4,
      says: 'the greeting takes {}',
      diagnosis: 'The connection is open, but the broker responds slowly. Check its load and its open connections.',
    }),
    metric('open_ms', {
      description: 'Time to open the virtual host',
      unit: 'ms',
      phase: 6,
      says: 'opening the virtual host takes {}',
      diagnosis: 'The login works, but the virtual host opens slowly. Check the load of the broker and its cluster.',
    }),
    metric('queue_ms', {
      description: 'Time to ask about the queue',
      unit: 'ms',
      phase: 7,
      says: 'asking about the queue takes {}',
      diagnosis: 'The queue is busy or very long. Check its length, its consumers and the disk of the broker.',
    }),
    metric('messages', {
      description: 'Messages that wait in the queue',
      unit: 'count',
      says: counted('message waits in the queue', 'messages wait in the queue'),
      diagnosis:
        'Messages arrive faster than they are consumed. Check whether all consumers run and how fast they are.',
    }),
    metric('consumers', {
      description: 'Consumers of the queue',
      unit: 'count',
      usual: '<',
      says: counted('consumer reads the queue', 'consumers read the queue'),
      diagnosis: 'Messages pile up without consumers. Check whether their processes run and reach the broker.',
    }),
  ],
  diagnoses: {
    content:
      'The login works, but the virtual host or the queue cannot be used. ' +
      'Check whether both exist, and what the account may do.',
    other: 'The broker responds, but not as expected. It may be full or refuse Lapwing: read its reply, then its log.',
  },
  defaultRules: [
    ...loginRules('amqp'),
    {
      name: 'No Consumers',
      metric: "metrics['amqp.consumers']",
      operator: '<',
      value: '1',
      severity: 'warning',
      when: {
        text: 'with a queue',
        holds: ({ queue, username }) => Boolean(queue && username),
      },
    },
  ],
  examine: (given) => [
    ...usernameProblems(given),
    ...(given.queue && !given.username ? ['username: Required with a queue'] : []),
  ],
  run: (job, context) => withBroker(job, context, { ...broker, talk: (session) => inspect(session, job.config) }),
})

const isAboutAccount = ({ code }: Refusal): boolean => code === '403'

async function inspect(session: ValueSession, { username, password = '', virtualHost, queue }: AmqpConfig) {
  const client = new AmqpClient(session.lines)
  const { properties, mechanisms } = await session.required(() => session.timed('greeting_ms', () => client.greet()))
  const about = ['product', 'version', 'cluster_name'].flatMap((name) => properties.get(name) ?? [])
  session.show('server', session.quote(about.join(' ')))
  if (!username) return
  if (!mechanisms.includes('PLAIN'))
    throw new TargetDown('other', 'the server accepts no logins with a password (PLAIN)')
  await session.authenticate(() => client.logIn({ username, password }), isAboutAccount)
  await session.required(() => session.timed('open_ms', () => client.open(virtualHost || '/')))
  if (queue) {
    const { messages, consumers } = await session.required(() => session.timed('queue_ms', () => client.queue(queue)))
    session.measure('messages', messages)
    session.measure('consumers', consumers)
  }
  await client.leave()
}
