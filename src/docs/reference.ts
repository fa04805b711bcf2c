// The reference: a Markdown page for each resource of the API, made from its OpenAPI description.
import { createHeadingIds } from './markdown.ts'
import { type ApiSchema, fieldsOf, typeOf } from './schema-fields.ts'

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>
    readonly responses: Readonly<Record<string, ApiResponse>>
  }
}

interface ApiOperation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly 'x-instead'?: string
  readonly 'x-scope': 'read' | 'write' | 'none'
  readonly parameters: readonly ApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: ApiContent }
  readonly responses: Readonly<Record<string, ApiResponse | { readonly $ref: string }>>
}

interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: ApiSchema
}

interface ApiResponse {
  readonly description: string
  readonly content?: ApiContent
}

type ApiContent = Readonly<Record<string, { readonly schema: ApiSchema; readonly example?: unknown }>>

interface ListedOperation extends ApiOperation {
  readonly method: string
  readonly path: string
}

export interface ApiTag {
  readonly name: string
  readonly slug: string
  readonly operations: readonly ListedOperation[]
}

export function tagsOf({ paths }: ApiDescription): ApiTag[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const byTag = Map.groupBy(operations, ({ tags }) => tags[0] ?? 'Other')
  return [...byTag]
    .map(([name, own]) => ({ name, slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), operations: own }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

export function referenceIndex(tags: readonly ApiTag[]): string {
  const rows = tags.map(({ name, slug, operations }) => `| [${name}](/docs/reference/${slug}) | ${operations.length} |`)
  return [
    '# API reference',
    'Every operation of the API, by resource. [The API](/docs/api) describes what they share: keys, lists, errors, ' +
      'limits. The same description as OpenAPI 3.1 is at [/v1/openapi.json](/v1/openapi.json).',
    `| resource | operations |\n|---|---|\n${rows.join('\n')}`,
  ].join('\n\n')
}

export function referencePage(api: ApiDescription, { name, operations }: ApiTag): string {
  const nextId = createHeadingIds()
  const rows = operations.map(
    ({ method, path, summary }) =>
      `| \`${method} /v1${path}\` | [${cell(headingOf(summary))}](#${nextId(headingOf(summary))}) |`,
  )
  const list = `| | |\n|---|---|\n${rows.join('\n')}`
  return [`# ${name}`, list, ...operations.flatMap((operation) => operationText(api, operation))].join('\n\n')
}

const headingOf = (summary: string): string => summary.replace(/\.$/, '')

const scopes = { read: 'Any API key.', write: 'An API key with the write scope.', none: 'No key.' }

function operationText(api: ApiDescription, operation: ListedOperation): string[] {
  const { method, path, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  return [
    `## ${headingOf(summary)}`,
    `\`${method} /v1${path}\` · ${scopes[operation['x-scope']]}`,
    operation.deprecated ? `**Deprecated.** Use ${operation['x-instead'] ?? 'another operation'} instead.` : '',
    description ?? '',
    parameters.length > 0 ? `**Parameters**\n\n${parameterTable(parameters, api)}` : '',
    body ? `**Body**${requestBody?.required ? '' : ' (optional)'}\n\n${fieldTable(body.schema, api)}` : '',
    `\`\`\`sh\n${curlOf(operation, body?.example)}\n\`\`\``,
    ...Object.entries(responses).flatMap(([status, response]) => responseText(api, status, response)),
    errorText(responses),
  ].filter((part) => part !== '')
}

function parameterTable(parameters: readonly ApiParameter[], api: ApiDescription): string {
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${cell(typeOf(schema, api.components.schemas))} ` +
      `| ${cell(description)} |`,
  )
  return `| name | in | type | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

function fieldTable(schema: ApiSchema, api: ApiDescription): string {
  const rows = fieldsOf(schema, api.components.schemas).map(
    ({ name, type, isRequired, description }) =>
      `| \`${name}\` | ${cell(type)}${isRequired ? ', required' : ''} | ${cell(description)} |`,
  )
  return rows.length === 0
    ? cell(typeOf(schema, api.components.schemas))
    : `| field | type | meaning |\n|---|---|---|\n${rows.join('\n')}`
}

function responseText(api: ApiDescription, status: string, response: ApiResponse | { $ref: string }): string[] {
  if ('$ref' in response) return []
  const content = response.content?.['application/json']
  const types = Object.keys(response.content ?? {}).filter((type) => type !== 'application/json')
  const fields = content ? fieldsOf(content.schema, api.components.schemas, { isResponse: true }) : []
  const rows = fields.map(({ name, type, description }) => `| \`${name}\` | ${cell(type)} | ${cell(description)} |`)
  return [
    `**Response ${status}:** ${response.description.replace(/\.$/, '')}.` +
      (types.length > 0 ? ` Also as ${types.map((type) => `\`${type}\``).join(', ')}.` : ''),
    rows.length > 0 ? `| field | type | meaning |\n|---|---|---|\n${rows.join('\n')}` : '',
    content?.example === undefined ? '' : `\`\`\`json\n${JSON.stringify(content.example, null, 2)}\n\`\`\``,
  ]
}

function errorText(responses: ApiOperation['responses']): string {
  const codes = Object.entries(responses).flatMap(([status, response]) => {
    const code = '$ref' in response ? response.$ref.split('/').at(-1)! : undefined
    return code === undefined ? [] : [`${status} \`${code}\``]
  })
  return codes.length === 0 ? '' : `**Errors:** ${codes.join(', ')}.`
}

function curlOf({ method, path, 'x-scope': scope }: ListedOperation, example: unknown): string {
  const address = `"$LAPWING/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`
  const parts = [
    method === 'GET' || (method === 'POST' && example !== undefined) ? 'curl' : `curl -X ${method}`,
    ...(scope === 'none' ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(example === undefined ? [] : ["-H 'Content-Type: application/json'"]),
  ]
  const data = example === undefined ? '' : ` \\\n  -d '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`
  return `${parts.join(' ')} ${address}${data}`
}

/** A cell is one line, and a bar would end it. */
const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
