import type { Alert } from '../domain/notifying/alert.ts'
import { choice, text } from '../domain/field.ts'
import { signed } from '../protocols/aws-signature.ts'
import { defineChannel } from './define.ts'
import { eventId, eventOf } from './shared/event.ts'
import { secret, serverUrl } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { type ReceiverResponse, type Objection, post } from './shared/post.ts'
import { shortText } from './shared/short-text.ts'
import { plainText } from './shared/alert-facts.ts'
import { headline, title } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'

const topic = /^arn:(aws[\w-]{0,20}):sns:([a-z]{2}[a-z0-9-]{3,30}):\d{12}:[\w-]{1,256}(\.fifo)?$/

export const awsSns = defineChannel({
  type: 'aws_sns',
  title: 'Amazon SNS',
  summary:
    'Publishes to an Amazon SNS topic. Copy the ARN of the topic; in IAM, grant a user sns:Publish on it ' +
    'and create an access key.',
  config: {
    topic_arn: text({
      help: 'ARN of the topic, such as arn:aws:sns:eu-central-1:123456789012:alerts',
      required: true,
      maxLength: 400,
      rule: (arn) => (topic.test(arn) ? null : 'must look like arn:aws:sns:eu-central-1:123456789012:alerts'),
    }),
    access_key_id: text({
      help: 'Access key ID, such as AKIAIOSFODNN7EXAMPLE',
      required: true,
      maxLength: 128,
      rule: (id) => (/^\w{16,128}$/.test(id) ? null : 'must be the id of an access key, such as AKIAIOSFODNN7EXAMPLE'),
    }),
    secret_access_key: secret({ help: 'Secret access key', required: true }),
    format: choice(['text', 'json'], {
      help: 'Format for subscribers: text for people, or json with the event of the webhook channel',
      default: 'text',
    }),
    url: serverUrl({ help: "Address of SNS, where it is not the public one of the topic's region" }),
  },
  recipient: ({ topic_arn }) => topic_arn.slice(topic_arn.lastIndexOf(':') + 1),
  send: (alert, config, context) => {
    const { topic_arn, access_key_id, secret_access_key, format } = config
    const [, partition = '', region = '', fifo] = topic.exec(topic_arn) ?? []
    const url = new URL(config.url ?? publicAddress(partition, region))
    const queue = {
      MessageGroupId: incidentKey(alert, context.dedupKey),
      MessageDeduplicationId: eventId(alert, context.dedupKey),
    }
    const body = new URLSearchParams({
      Action: 'Publish',
      Version: '2010-03-31',
      TopicArn: topic_arn,
      ...messageFor(alert, format),
      ...(fifo ? queue : {}),
    }).toString()
    const headers = signed(
      { method: 'POST', url, headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' }, body },
      { accessKeyId: access_key_id, secretAccessKey: secret_access_key, region, service: 'sns' },
      context.clock.now(),
    )
    return post({ url: url.href, headers, text: body, secrets: [secret_access_key], objection }, context)
  },
})

function publicAddress(partition: string, region: string): string {
  return `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

/** Subscribers of every protocol get `default`; phones get a shorter text, which costs less. */
function messageFor(alert: Alert, format: 'text' | 'json'): Record<string, string> {
  const whole = format === 'json' ? eventJson(alert) : `${cut(headline(alert), 300)}\n\n${plainText(alert, 15_000)}`
  return {
    Subject: subjectFor(alert),
    MessageStructure: 'json',
    Message: JSON.stringify({ default: whole, sms: shortText(alert, 480) }),
    ...attributesFor(alert),
  }
}

// A message holds at most 262,144 bytes, and the event in it is escaped twice.
const maxEventBytes = 100_000

function eventJson(alert: Alert): string {
  const event = eventOf(alert)
  const whole = JSON.stringify(event)
  if (Buffer.byteLength(JSON.stringify(whole)) <= maxEventBytes) return whole
  return JSON.stringify(event, (_key, value: unknown) => (typeof value === 'string' ? cut(value, 1000) : value))
}

/** Fewer than 100 ASCII characters that do not start with a space. */
function subjectFor(alert: Alert): string {
  const plain = title(alert)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '?')
  return plain.trim().slice(0, 99).trim()
}

/** Attributes that subscriptions can filter by. */
function attributesFor({ kind, test, incident, monitor }: Alert): Record<string, string> {
  const attributes: [name: string, type: 'String' | 'Number', value: string][] = [
    ['event', 'String', `incident.${kind}`],
    ['severity', 'String', incident.severity],
    ['incident_id', 'Number', String(test ? 0 : incident.id)],
    ['test', 'String', String(test !== null)],
    ...(monitor ? [['monitor_type', 'String', monitor.type] as [string, 'String', string]] : []),
  ]
  return Object.fromEntries(
    attributes.flatMap(([name, type, value], index) => {
      const entry = `MessageAttributes.entry.${index + 1}`
      return [
        [`${entry}.Name`, name],
        [`${entry}.Value.DataType`, type],
        [`${entry}.Value.StringValue`, value],
      ]
    }),
  )
}

const passing = /throttl|TooManyRequests|LimitExceeded|InternalError|ServiceUnavailable/i

function objection({ status, text: xml }: ReceiverResponse): Objection | null {
  const [, code] = /<Code>([^<]{1,200})<\/Code>/.exec(xml) ?? []
  if (status < 300 || code === undefined) return null
  const [, message = ''] = /<Message>([^<]{1,2000})<\/Message>/.exec(xml) ?? []
  return { message: message === '' ? code : `${code}: ${message}`, ...(passing.test(code) ? { permanent: false } : {}) }
}
