import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { channelTest, critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { awsSns } from './aws-sns.ts'
import { channelProblems } from './define.ts'

const topic_arn = 'arn:aws:sns:eu-central-1:123456789012:alerts'
const config = {
  topic_arn,
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/** Computes the signature independently, as SNS does. */
function expectedSignature({ headers, raw }: Received): string {
  const date = String(headers['x-amz-date'])
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
  const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
  const lines = `content-type:${headers['content-type']}\nhost:${headers.host}\nx-amz-date:${date}\n`
  const request = `POST\n/\n\n${lines}\ncontent-type;host;x-amz-date\n${sha256(raw)}`
  const day = date.slice(0, 8)
  const key = hmac(hmac(hmac(hmac(`AWS4${config.secret_access_key}`, day), 'eu-central-1'), 'sns'), 'aws4_request')
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${day}/eu-central-1/sns/aws4_request\n${sha256(request)}`
  return hmac(key, toSign).toString('hex')
}

function accepts(request: Received): void {
  expect(request.path).toBe('/')
  expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8')
  expect(request.headers.authorization).toContain(`Signature=${expectedSignature(request)}`)
  const form = Object.fromEntries(request.form())
  expect(form).toMatchObject({
    Action: 'Publish',
    Version: '2010-03-31',
    TopicArn: topic_arn,
    MessageStructure: 'json',
  })
  expect(form['Subject']).toMatch(/^[\x21-\x7e][\x20-\x7e]{0,98}$/)
  expect(Buffer.byteLength(form['Message']!)).toBeLessThanOrEqual(262_144)
  const message = JSON.parse(form['Message']!)
  expect(message.default).not.toBe('')
  expect(message.sms.length).toBeLessThanOrEqual(1600)
  const names = Object.keys(form).filter((key) => key.endsWith('.Name'))
  expect(names.length).toBeLessThanOrEqual(10)
  for (const key of names) {
    const entry = key.slice(0, -'.Name'.length)
    expect(form[key]).toMatch(/^[\w.-]{1,256}$/)
    expect(form[`${entry}.Value.DataType`]).toMatch(/^(String|Number)$/)
    expect(form[`${entry}.Value.StringValue`]).not.toBe('')
  }
}

const published =
  '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">' +
  '<PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>'

keepsDeliveryContract({
  kind: awsSns,
  config: (origin) => ({ ...config, format: 'json', url: origin }),
  accepts,
  accepted: { headers: { 'content-type': 'text/xml' }, body: published },
})

async function sent(alert: Alert, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const receiver = await startReceiver({ body: published })
  await awsSns.send(alert, { ...config, ...more, url: receiver.origin }, sendContext({ dedupKey: 'lapwing-7' }))
  return Object.fromEntries(receiver.requests[0]!.form())
}

const refusal = (status: number, code: string, message: string) => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
})

describe('a message of SNS', () => {
  it('is a text for people, and a short one for phones', async () => {
    const form = await sent(critical)
    const { default: text, sms } = JSON.parse(form['Message']!)
    expect(text).toMatch(/^🔴 DOWN Shop: success == false\n\nThe server did not accept .*\nAddress: https:\/\/shop/)
    expect(sms).toMatch(/^DOWN Shop: success == false\n/)
    expect(form['Subject']).toBe('DOWN Shop: success == false')
  })

  it('is an event for programs if configured', async () => {
    const form = await sent(critical, { format: 'json' })
    expect(JSON.parse(JSON.parse(form['Message']!).default)).toMatchObject({
      event: 'incident.firing',
      incident: { id: 4711, severity: 'critical' },
      enrichment: { monitor_name: 'Shop' },
    })
  })

  it('can be filtered by its attributes', async () => {
    const attributes = async (alert: Alert) => {
      const form = await sent(alert)
      const entries = Object.keys(form).flatMap((key) => /^(MessageAttributes\.entry\.\d+)\.Name$/.exec(key)?.[1] ?? [])
      return Object.fromEntries(entries.map((entry) => [form[`${entry}.Name`], form[`${entry}.Value.StringValue`]]))
    }
    expect(await attributes(critical)).toEqual({
      event: 'incident.firing',
      severity: 'critical',
      incident_id: '4711',
      test: 'false',
      monitor_type: 'http',
    })
    expect(await attributes(channelTest)).toEqual({
      event: 'incident.firing',
      severity: 'warning',
      incident_id: '0',
      test: 'true',
    })
  })

  it.each([
    ['Müller & Söhne', 'DOWN Muller & Sohne: success == false'],
    ['商店 shop', 'DOWN ? shop: success == false'],
    ['商店', 'DOWN ?: success == false'],
    ['a'.repeat(200), `DOWN ${'a'.repeat(94)}`],
  ])('has a subject that is valid in email: %s', async (name, subject) => {
    const form = await sent({ ...critical, monitor: { ...critical.monitor!, name } })
    expect(form['Subject']).toBe(subject)
  })

  it('is ordered per incident and deduplicated in a FIFO topic', async () => {
    const topic = { topic_arn: `${topic_arn}.fifo` }
    const first = await sent(critical, topic)
    expect(first).toMatchObject({
      MessageGroupId: 'lapwing-7',
      MessageDeduplicationId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect((await sent(critical, topic))['MessageDeduplicationId']).toBe(first['MessageDeduplicationId'])
    expect(await sent(critical)).not.toHaveProperty('MessageGroupId')
  })

  it.each([
    ['arn:aws:sns:eu-central-1:123456789012:alerts', 'sns.eu-central-1.amazonaws.com'],
    ['arn:aws-us-gov:sns:us-gov-west-1:123456789012:alerts', 'sns.us-gov-west-1.amazonaws.com'],
    ['arn:aws-cn:sns:cn-north-1:123456789012:alerts', 'sns.cn-north-1.amazonaws.com.cn'],
  ])('for %s is sent to %s', async (arn, host) => {
    const requested: string[] = []
    const net = openNet()
    const request: typeof net.request = (ask) => {
      requested.push(ask.url.href)
      return Promise.reject(new Error('not on the network'))
    }
    await expect(
      awsSns.send(critical, { ...config, topic_arn: arn }, sendContext({ net: { ...net, request } })),
    ).rejects.toThrow()
    expect(requested).toEqual([`https://${host}/`])
  })

  it.each([
    [
      403,
      'AuthorizationError',
      'not allowed',
      { message: 'answered 403: AuthorizationError: not allowed', permanent: true },
    ],
    [400, 'Throttling', 'Rate exceeded', { message: 'answered 400: Throttling: Rate exceeded', permanent: false }],
    [400, 'KMSThrottling', 'slow down', { permanent: false }],
    [500, 'InternalError', 'oops', { permanent: false }],
  ])('can be rejected: %i %s', async (status, code, message, failure) => {
    const receiver = await startReceiver(refusal(status, code, message))
    await expect(awsSns.send(critical, { ...config, url: receiver.origin }, sendContext())).rejects.toMatchObject(
      failure,
    )
  })

  it('requires a valid topic and key', () => {
    expect(channelProblems(awsSns, { ...config, topic_arn: 'alerts', access_key_id: 'me' })).toEqual([
      'config.topic_arn: must look like arn:aws:sns:eu-central-1:123456789012:alerts',
      'config.access_key_id: must be the id of an access key, such as AKIAIOSFODNN7EXAMPLE',
    ])
  })
})
