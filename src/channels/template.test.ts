import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { critical, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { ownPlaceholders, placeholders } from './shared/placeholders.ts'
import { template } from './template.ts'

const headers = [
  { key: 'Authorization', value: 'Token {{secret}}' },
  { key: 'X-Title', value: '{{title}}' },
]
const body = '{"text": "{{text}}", "to": "x", "id": {{incident.id}}, "key": "{{key}}"}'
const secret = 'tok_9c1f0b7e5a4d'

keepsDeliveryContract({
  kind: template,
  config: (origin) => ({ url: `${origin}/hook/0123456789abcdef`, headers, body, secret }),
  accepts: (request) => {
    expect(request.method).toBe('POST')
    expect(request.headers['content-type']).toBe('application/json')
    expect(request.headers.authorization).toBe(`Token ${secret}`)
    expect(request.headers['x-title']).not.toMatch(/[\r\n]/)
    expect(request.json()).toEqual({
      text: expect.any(String),
      to: 'x',
      id: expect.any(Number),
      key: expect.any(String),
    })
  },
})

async function sent(config: Record<string, unknown>, alert = critical, path = ''): Promise<Received> {
  const receiver = await startReceiver()
  const whole = { ...config, url: `${receiver.origin}${path}` }
  expect(channelProblems(template, whole)).toEqual([])
  await template.send(alert, whole, sendContext({ dedupKey: 'lapwing-7' }))
  return receiver.requests[0]!
}

describe('a custom request', () => {
  it('works with the defaults', async () => {
    expect((await sent({})).json()).toEqual({
      title: 'DOWN Shop: success == false',
      message: 'success == false',
      status: 'firing',
      severity: 'critical',
      monitor: 'Shop',
      target: 'https://shop.example/checkout?step=1&lang=en',
      url: 'https://lapwing.example/incidents/4711',
    })
  })

  it.each([
    ['application/x-www-form-urlencoded', 'to=1&text={{monitor.name}}', 'to=1&text=a%20%26%20%3Cb%3E%22c%22'],
    ['application/xml', '<m>{{monitor.name}}</m>', '<m>a &amp; &lt;b&gt;&quot;c&quot;</m>'],
    ['application/vnd.api+json', '["{{monitor.name}}"]', '["a & <b>\\"c\\""]'],
    ['text/plain; charset=utf-8', '{{monitor.name}}', 'a & <b>"c"'],
  ])('escapes values for %s', async (content_type, words, text) => {
    const alert = { ...critical, monitor: { ...critical.monitor!, name: 'a & <b>"c"' } }
    const request = await sent({ content_type, body: words }, alert)
    expect(request.text).toBe(text)
    expect(request.headers['content-type']).toBe(content_type)
  })

  it('can consist of the URL alone', async () => {
    const request = await sent(
      { method: 'GET', secret: 'a b' },
      critical,
      '/sms/{{incident.id}}?key={{secret}}&text={{title}}',
    )
    expect(request).toMatchObject({
      method: 'GET',
      path: '/sms/4711?key=a%20b&text=DOWN%20Shop%3A%20success%20%3D%3D%20false',
      text: '',
    })
  })

  it('uses the configured method', async () => {
    for (const method of ['PUT', 'PATCH']) expect((await sent({ method })).method).toBe(method)
  })

  it('allows no header injection and no path traversal', async () => {
    const alert = samples['hostile characters']!
    const path = '/{{monitor.name}}/end?x={{monitor.target}}'
    const request = await sent({ headers: [{ key: 'X-Name', value: '{{monitor.name}}' }] }, alert, path)
    expect(request.headers).not.toHaveProperty('bcc')
    expect(request.path).toMatch(/^\/[^/?]+\/end\?x=[^&/?]+$/)
    const dots = { ...critical, monitor: { ...critical.monitor!, name: '..' } }
    expect((await sent({}, dots, '/hooks/{{monitor.name}}/end')).path).toBe('/hooks/__/end')
  })

  it('reports problems when it is saved', () => {
    const url = 'https://receiver.example/hook'
    const problems = (config: object) =>
      channelProblems(template, { url, ...config }).map((text) => text.replace(/ Allowed values.*/, ''))
    expect(problems({ body: '{"a": "{{nam}}"}' })).toEqual(['config.body: unknown placeholder(s): nam.'])
    expect(problems({ body: '{"a": {{title}}}' })).toEqual([
      'config.body: must be JSON whatever the placeholders contain: put quotes around texts',
    ])
    expect(problems({ body: '{"a": {{title}}}', content_type: 'text/plain' })).toEqual([])
    expect(problems({ url: 'https://receiver.example/{{nam}}' })).toEqual(['config.url: unknown placeholder(s): nam.'])
    expect(problems({ url: 'https://{{monitor.name}}.example/' })).toEqual([
      'config.url: only path and query can contain placeholders',
    ])
    expect(problems({ content_type: 'json' })).toEqual(['config.content_type: must look like application/json'])
    expect(
      problems({
        headers: [
          { key: 'X-A', value: '{{nam}}' },
          { key: 'content-type', value: 'x' },
          { key: 'Host', value: 'x' },
        ],
      }),
    ).toEqual([
      'config.headers[0]: unknown placeholder(s): nam.',
      'config.headers[1]: set content_type instead',
      'config.headers[2]: Host cannot be set',
    ])
    expect(problems({ headers: [{ key: 'a b', value: 'x\ny' }] })).toEqual([
      'config.headers[0].key: must be a header name',
      'config.headers[0].value: must not contain line breaks',
    ])
    expect(problems({ method: 'GET', body: '{{nam}}' })).toEqual([])
  })

  it('has all its placeholders in the documentation', () => {
    const docs = readFileSync(new URL('../../docs/channels.md', import.meta.url), 'utf8')
    const meanings = Object.entries(placeholders).map(([name, { meaning }]) => [name, meaning])
    for (const [name, meaning] of [...meanings, ...Object.entries(ownPlaceholders)])
      expect(docs).toContain(`\n| \`${name}\` | ${meaning} |\n`)
  })
})
