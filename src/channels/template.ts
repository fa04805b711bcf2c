import { z } from 'zod'
import { choice, list, text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { fill, fillingFor, insideJson, isJsonTemplate, templateProblem } from './shared/placeholders.ts'
import { post } from './shared/post.ts'
import { type Escape, cut, escapeHtml, oneLine } from './shared/escape.ts'

const json = 'application/json'
const usual = `{
  "title": "{{title}}",
  "message": "{{incident.message}}",
  "status": "{{incident.status}}",
  "severity": "{{incident.severity}}",
  "monitor": "{{monitor.name}}",
  "target": "{{monitor.target}}",
  "url": "{{incident.url}}"
}`

const header = z.strictObject({
  key: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name'),
  value: z
    .string()
    .max(2000)
    .regex(/^[^\r\n\0]*$/, 'must not contain line breaks'),
})

export const template = defineChannel({
  type: 'template',
  title: 'Custom webhook',
  category: 'webhook',
  summary:
    'Sends an HTTP request that you write, with placeholders such as {{incident.message}}. ' +
    'See the documentation of the receiver for the format.',
  audience: 'programs',
  isAddressReadable: true,
  config: {
    url: hookUrl({ help: 'URL to send to; path and query can contain placeholders' }),
    method: choice(['POST', 'PUT', 'PATCH', 'GET'], {
      advanced: false,
      help: 'HTTP method; GET sends no body',
      default: 'POST',
    }),
    content_type: text({
      help: 'Content type of the body. Values are escaped for JSON, forms and XML, and not for other types.',
      maxLength: 100,
      default: json,
      rule: (type) => (/^[a-z]+\/[\w.+-]+(; ?[\w-]+=[\w-]+)?$/i.test(type) ? null : `must look like ${json}`),
    }),
    headers: list(header, {
      help: 'Headers to send; values can contain placeholders',
      maxItems: 20,
      secret: true,
      default: [],
    }),
    body: text({
      advanced: false,
      help: 'Body with placeholders such as {{title}} and {{incident.message}}',
      maxLength: 20_000,
      default: usual,
    }),
    secret: secret({
      help: 'Replaces {{secret}}, so that the body does not have to contain a key',
      maxLength: 1000,
    }),
  },
  examine: ({ url = '', method = 'POST', content_type = json, headers = [], body = usual }) => [
    ...problemsOf(
      'url',
      url,
      /^https?:\/\/[^/?#]*\{\{/i.test(url) ? 'only path and query can contain placeholders' : null,
    ),
    ...headers.flatMap(({ key, value }, at) => problemsOf(`headers[${at}]`, value, headerProblem(key))),
    ...(method === 'GET' ? [] : problemsOf('body', body, bodyProblem(body, content_type))),
  ],
  preview: (alert) => fill(usual, fillingFor(alert, { secret: '', key: '' }), insideJson),
  send: (alert, { url, method, content_type, headers, body, secret: key = '' }, context) => {
    const filling = fillingFor(alert, { secret: key, key: incidentKey(alert, context.dedupKey) })
    const message = {
      url: fill(url, filling, insideUrl),
      method,
      headers: {
        ...Object.fromEntries(headers.map(({ key: name, value }) => [name, fill(value, filling, insideHeader)])),
        ...(method === 'GET' ? {} : { 'Content-Type': content_type }),
      },
      text: method === 'GET' ? '' : fill(body, filling, escapeFor(content_type)),
      secrets: [key],
    }
    return post(message, context)
  },
})

function problemsOf(key: string, words: string, other: string | null): string[] {
  const problem = templateProblem(words) ?? other
  return problem === null ? [] : [`${key}: ${problem}`]
}

/** Headers that Lapwing sets itself. */
const ours = new Set(['content-type', 'content-length', 'host', 'transfer-encoding', 'connection'])

function headerProblem(name: string): string | null {
  if (!ours.has(name.toLowerCase())) return null
  return name.toLowerCase() === 'content-type' ? 'set content_type instead' : `${name} cannot be set`
}

function bodyProblem(body: string, type: string): string | null {
  if (!isJsonType(type) || isJsonTemplate(body)) return null
  return 'must be JSON whatever the placeholders contain: put quotes around texts'
}

const isJsonType = (type: string): boolean => /[/+]json\b/i.test(type)

function escapeFor(type: string): Escape {
  if (isJsonType(type)) return insideJson
  if (/x-www-form-urlencoded/i.test(type)) return encodeURIComponent
  return /[/+](xml|html)\b/i.test(type) ? escapeHtml : (words) => words
}

/** A path segment of only dots would change the path, even when escaped. */
const insideUrl: Escape = (words) =>
  encodeURIComponent(/^\.+$/.test(words) ? words.replaceAll('.', '_') : cut(oneLine(words), 1000))
const insideHeader: Escape = (words) => cut(oneLine(words), 1000)
