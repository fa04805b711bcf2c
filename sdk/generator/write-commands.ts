// Writes the table of the commands that call one operation: `lapwing monitors create` and the like.
import { type Described, type Schema } from './type-text.ts'
import { camelCase, kebabCase, type OperationName } from './operation-names.ts'

/** Shorter words for what people type often. */
const families: Readonly<Record<string, string>> = {
  maintenanceWindows: 'maintenance',
  notificationChannels: 'channels',
  onCallSchedules: 'on-call',
  notifications: 'deliveries',
  slos: 'objectives',
}

/** Other names of flags, by operation and field. */
const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  listMonitors: { status: ['state'] },
}

/** What cannot be undone, besides what deletes or discards something. */
const irreversible = ['bulkMonitors', 'renewOnCallCalendar', 'rotateHostToken']

/** Names that every command, or every command with a body or a list, has. */
const reserved = ['all', 'field', 'fields', 'file', 'help', 'json', 'limit', 'output', 'url', 'yes']

type Schemas = Readonly<Record<string, Schema>>
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>

export function writeCommands(paths: Paths, schemas: Schemas, names: ReadonlyMap<string, OperationName>): string {
  const commands = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = operation.deprecated ? undefined : names.get(operation.operationId)
      return name ? [JSON.stringify(commandOf({ method, path, operation, name }, schemas))] : []
    }),
  )
  return `[\n  ${commands.join(',\n  ')}\n]\n`
}

interface NamedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Described
  readonly name: OperationName
}

function commandOf({ method, path, operation, name: { resource, method: verb } }: NamedOperation, schemas: Schemas) {
  const { operationId: id, summary, description, parameters, requestBody } = operation
  const body = requestBody?.content && resolve(requestBody.content['application/json'].schema, schemas)
  const query = parameters.filter(({ in: place }) => place === 'query')
  const isList = query.some(({ name }) => name === 'cursor')
  const filters = query.filter(({ name }) => !isList || !['limit', 'cursor'].includes(name))
  const fields = body
    ? Object.entries(body.properties ?? {}).map(([name, schema]) => ({ name, schema, required: body.required }))
    : filters.map(({ name, schema, required, description: help }) => ({
        name,
        schema: { ...schema, ...(help !== undefined && { description: help }) },
        required: required ? [name] : [],
      }))
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const types = Object.keys(success?.content ?? { 'application/json': null })
  return {
    name: `${families[resource] ?? kebabCase(resource)} ${kebabCase(verb)}`,
    id,
    summary,
    ...(!description?.startsWith('Returns ') && { description }),
    method,
    path,
    ...(isList && { isList }),
    ...(body && { hasBody: true }),
    ...(types.some((type) => type !== 'application/json') && { isFile: true }),
    ...((/^(delete|discard)/.test(id) || irreversible.includes(id)) && { isIrreversible: true }),
    options: Object.fromEntries(
      fields.flatMap(({ name, schema, required = [] }) =>
        [flagOf(name), ...(aliases[id]?.[name] ?? [])].map((flag) => [
          flag,
          optionOf({ name, required }, schema, schemas),
        ]),
      ),
    ),
  }
}

/** `monitorIds` and `monitor_ids` are --monitor-ids. */
function flagOf(name: string): string {
  const flag = kebabCase(camelCase(name.split('_')))
  return reserved.includes(flag) ? `set-${flag}` : flag
}

function optionOf({ name, required }: { name: string; required: readonly string[] }, field: Schema, schemas: Schemas) {
  const { type, choices } = valueOf(field, schemas)
  const words = field.description ?? resolve(field, schemas).description
  const help = words ? words.charAt(0).toUpperCase() + words.slice(1) : undefined
  return {
    field: name,
    type,
    ...(help && { help }),
    ...(choices && { choices }),
    ...(required.includes(name) && { isRequired: true }),
    ...(type === 'json' && JSON.stringify(field).includes('"uuid"') && { hasIds: true }),
  }
}

type ValueType = 'text' | 'number' | 'boolean' | 'list' | 'numbers' | 'json'

/** What a person types for a value of the schema. */
function valueOf(schema: Schema, schemas: Schemas): { type: ValueType; choices?: readonly unknown[] } {
  const { type, enum: choices, anyOf, items, const: only } = resolve(schema, schemas)
  if (only !== undefined) return { type: 'text', choices: [only] }
  if (anyOf) {
    const others = anyOf.filter((one) => one.type !== 'null')
    if (others.length !== 1) return { type: 'json' }
    const value = valueOf(others[0]!, schemas)
    return value.choices && anyOf.length > 1 ? { ...value, choices: [...value.choices, 'null'] } : value
  }
  if (choices) return { type: typeof choices[0] === 'number' ? 'number' : 'text', choices }
  const kind = [type ?? 'object'].flat().find((one) => one !== 'null')
  if (kind === 'string') return { type: 'text' }
  if (kind === 'integer' || kind === 'number') return { type: 'number' }
  if (kind === 'boolean') return { type: 'boolean', choices: ['true', 'false'] }
  if (kind !== 'array') return { type: 'json' }
  const item = valueOf(items ?? {}, schemas).type
  return { type: item === 'text' ? 'list' : item === 'number' ? 'numbers' : 'json' }
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? resolve(schemas[schema.$ref.replace(/^.*\//, '')]!, schemas) : schema
}
