import { randomBytes } from 'node:crypto'
import { type ConfigOf, choice, flag, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { MqttClient, type MqttMessage, isAboutLogin } from '../../protocols/data/mqtt.ts'
import { oneLine } from '../account.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { Matcher } from '../regexp.ts'
import { hostMaybePort } from '../targets.ts'
import { Effort } from '../web/json/effort.ts'
import { jsonPathProblem, valuesAt } from '../web/json/path.ts'
import { readJson } from '../web/json/read.ts'
import { brokerAt, logIn, withBroker } from './broker.ts'
import { loginMetrics, loginRules, unexpectedValue, valueMetrics } from './database-metrics.ts'
import { type ValueSession, loginCredentials, loginFields, usernameProblems } from './database.ts'

const metric = metricsOf('mqtt')
const broker = {
  type: 'mqtt',
  schemes: { required: 'mqtts', none: 'mqtt' },
  ports: { required: 8883, none: 1883 },
} as const

const hasWildcard = (topic: string): boolean => /[+#]/.test(topic)

function topicProblem(topic: string): string | null {
  const filter = topic === '#' ? '' : topic.replace(/\/#$/, '')
  if (!filter.split('/').every((level) => level === '+' || !hasWildcard(level)))
    return 'must have + only as a whole level, and # only as the last one'
  return Buffer.byteLength(topic) > 1000 ? 'must be at most 1000 bytes long' : oneLine(topic)
}

const { expectValueRegexp, timeoutSeconds, ipVersion, ...connection } = loginFields
const config = {
  ...connection,
  protocolVersion: choice(['3.1.1', '5'], {
    group: 'connection',
    help: 'MQTT version to speak',
    default: '3.1.1',
  }),
  clientId: text({
    label: 'Client identifier',
    group: 'login',
    help: 'Identifier of the client; a random one by default. Brokers disconnect a client if another one has its identifier',
    maxLength: 256,
    rule: oneLine,
  }),
  topic: text({
    group: 'request',
    advanced: false,
    help: 'Topic to subscribe to, which may have wildcards; leave empty to check the connection only',
    maxLength: 1000,
    rule: topicProblem,
  }),
  publish: flag({
    label: 'Publish a message',
    group: 'request',
    advanced: false,
    help: 'Publish a random message to the topic and wait for it, instead of for the next or retained message',
    default: false,
  }),
  valuePath: text({
    label: 'JSON value to compare',
    group: 'answer',
    help: 'JSONPath of the value in the message; all of the message by default',
    maxLength: 500,
    rule: (path) => (path === '' ? null : jsonPathProblem(path)),
  }),
  expectValueRegexp,
  timeoutSeconds,
  ipVersion,
}

type MqttConfig = ConfigOf<typeof config>

export const mqtt = defineCheck({
  type: 'mqtt',
  title: 'MQTT broker',
  category: 'data',
  summary: 'Connects to an MQTT broker, subscribes to a topic and waits for a message or for one that it publishes.',
  target: hostMaybePort({
    description: 'The broker, with a port if it is not 8883 with TLS or 1883 without',
    examples: ['mqtt.example.com', '192.0.2.1:1884'],
  }),
  recognizes: (pasted) => brokerAt(pasted, broker),
  config,
  credentials: loginCredentials,
  metrics: [
    ...loginMetrics(metric),
    metric('subscribe_ms', {
      description: 'Time for the subscription',
      unit: 'ms',
      phase: 6,
      says: 'the subscription takes {}',
      diagnosis:
        'The broker accepts the login, but subscribes slowly. Check its load and what decides on access to topics.',
    }),
    metric('message_received', {
      description: 'A message was received (1 yes)',
      unit: 'flag',
      cause: 'timeout',
      severity: 'critical',
      says: { yes: 'a message was received', no: 'no message was received' },
      diagnosis:
        'Check whether anything publishes to this topic and whether the account may read it. ' +
        'A retained message would be there at once.',
    }),
    metric('message_ms', {
      description: 'Time from the subscription to the first message',
      unit: 'ms',
      says: 'the message takes {}',
      diagnosis: 'Check how often the topic gets messages, and the load of the broker.',
    }),
    metric('round_trip_ms', {
      description: 'Time from publishing a message to receiving it',
      unit: 'ms',
      says: 'a message takes {} to come back',
      diagnosis: 'The broker delivers slowly. Check its load, its disk and the length of its queues.',
    }),
    metric('message_bytes', {
      description: 'Size of the message',
      unit: 'bytes',
      says: 'the message is {}',
      diagnosis: 'The message has an unexpected size. Compare it with what should be published to the topic.',
    }),
    ...valueMetrics(metric),
  ],
  diagnoses: {
    timeout:
      'The broker did not respond or sent no message in time. ' +
      'Check whether it is overloaded, whether anything publishes to the topic, and who may read it.',
    content:
      'The broker accepts the login, but not the topic or the message. ' +
      'Check the access rules of the account, and what is published to the topic.',
    other: 'The broker responds, but not as expected. It may be full or refuse Lapwing: read its reply, then its log.',
  },
  defaultRules: [...loginRules('mqtt'), unexpectedValue('mqtt')],
  examine: (given) => [...usernameProblems(given), ...publishProblems(given)],
  run: (job, context) => withBroker(job, context, { ...broker, talk: (session) => inspect(session, job.config) }),
})

function publishProblems({ topic, publish, expectValueRegexp: pattern, valuePath }: Partial<MqttConfig>): string[] {
  if (!publish) return []
  return [
    ...(!topic ? ['topic: Required with publish'] : []),
    ...(topic && hasWildcard(topic) ? ['topic: must have no wildcards with publish'] : []),
    ...(pattern ? ['expectValueRegexp: must not be combined with publish'] : []),
    ...(valuePath ? ['valuePath: must not be combined with publish'] : []),
  ]
}

async function inspect(session: ValueSession, config: MqttConfig): Promise<void> {
  const { protocolVersion, topic, username, password } = config
  const client = new MqttClient(session.lines, protocolVersion)
  const clientId = config.clientId || `lapwing-${randomBytes(6).toString('hex')}`
  const login = { clientId, username: username || undefined, password: password || undefined }
  await logIn(session, () => client.logIn(login), isAboutLogin)
  if (topic) {
    await session.required(() => session.timed('subscribe_ms', () => client.subscribe(topic)))
    if (config.publish) await roundTrip(session, client, topic)
    else await receive(session, client, { ...config, topic })
  }
  client.leave()
}

async function roundTrip(session: ValueSession, client: MqttClient, topic: string): Promise<void> {
  const payload = `lapwing ${randomBytes(12).toString('hex')}`
  const isOwn = (message: MqttMessage): boolean => message.payload.equals(Buffer.from(payload))
  await session.timed('round_trip_ms', async () => {
    await session.required(() => client.publish(topic, payload))
    await arriving(session, topic, async () => {
      while (!isOwn(await client.message()));
    })
  })
}

async function receive(
  session: ValueSession,
  client: MqttClient,
  { topic, valuePath, ...expected }: MqttConfig & { topic: string },
): Promise<void> {
  const message = await session.timed('message_ms', () => arriving(session, topic, () => client.message()))
  session.measure('message_bytes', message.payload.length)
  session.show('topic', session.quote(message.topic))
  session.show('retained', message.isRetained)
  const whole = message.payload.toString()
  session.compare(valuePath ? valueIn(whole, valuePath) : whole, expected)
}

/** Names the topic if nothing arrives by the deadline. */
async function arriving<T>(session: ValueSession, topic: string, wait: () => Promise<T>): Promise<T> {
  session.measure('message_received', 0)
  try {
    const message = await wait()
    session.measure('message_received', 1)
    return message
  } catch (error) {
    if (!(error instanceof TargetDown) || error.reason !== 'timeout') throw error
    const { local } = error
    throw new TargetDown('timeout', `no message on the topic ${topic} before the timeout`, { cause: error, local })
  }
}

/** As text; null for nothing at that path. */
function valueIn(payload: string, path: string): string | null {
  const reading = readJson(payload)
  if ('problem' in reading) throw new TargetDown('content', reading.problem.replace('response', 'message'))
  const [value] = valuesAt(path, reading.value, { effort: new Effort(), matcher: new Matcher() }).values
  return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
}
