// An HTTP request that a user writes, with placeholders in address, header values and body.
import { z } from 'zod'
import { choice, list, text } from '../../domain/field.ts'
import { type Escape, cut, escapeHtml, oneLine } from './escape.ts'
import { hookUrl } from './fields.ts'
import { type PlaceholderValues, fill, insideJson, isJsonTemplate, templateProblem } from './placeholders.ts'
import type { ReceiverRequest } from './post.ts'

const json = 'application/json'

const header = z.strictObject({
  key: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name'),
  value: z
    .string()
    .max(2000)
    .regex(/^[^\r\n\0]*$/, 'must not contain line breaks'),
})

export const requestFields = {
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
}

interface RequestTemplate {
  readonly url: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET'
  readonly content_type: string
  readonly headers: readonly z.infer<typeof header>[]
  readonly body: string
}

/** Each problem is `key: rule`. `own` are the placeholders that the channel fills in. */
export function requestProblems(template: Partial<RequestTemplate>, own: readonly string[]): string[] {
  const { url = '', method = 'POST', content_type = json, headers = [], body = '{}' } = template
  const problemsOf = (key: string, words: string, other: string | null): string[] => {
    const problem = templateProblem(words, own) ?? other
    return problem === null ? [] : [`${key}: ${problem}`]
  }
  const hostProblem = /^https?:\/\/[^/?#]*\{\{/i.test(url) ? 'only path and query can contain placeholders' : null
  return [
    ...problemsOf('url', url, hostProblem),
    ...headers.flatMap(({ key, value }, at) => problemsOf(`headers[${at}]`, value, headerProblem(key))),
    ...(method === 'GET' ? [] : problemsOf('body', body, bodyProblem(body, content_type, own))),
  ]
}

/** Headers that Lapwing sets itself. */
const ours = new Set(['content-type', 'content-length', 'host', 'transfer-encoding', 'connection'])

function headerProblem(name: string): string | null {
  if (!ours.has(name.toLowerCase())) return null
  return name.toLowerCase() === 'content-type' ? 'set content_type instead' : `${name} cannot be set`
}

function bodyProblem(body: string, type: string, own: readonly string[]): string | null {
  if (!isJsonType(type) || isJsonTemplate(body, own)) return null
  return 'must be JSON whatever the placeholders contain: put quotes around texts'
}

export function requestFrom(template: RequestTemplate, filling: PlaceholderValues): ReceiverRequest {
  const { url, method, content_type, headers, body } = template
  return {
    url: fill(url, filling, insideUrl),
    method,
    headers: {
      ...Object.fromEntries(headers.map(({ key, value }) => [key, fill(value, filling, insideHeader)])),
      ...(method === 'GET' ? {} : { 'Content-Type': content_type }),
    },
    text: method === 'GET' ? '' : fill(body, filling, escapeFor(content_type)),
  }
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
