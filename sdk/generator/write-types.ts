// Writes the types of the package and of the dashboard: a file for each tag of the description, with the schemas that
// its operations are the first to use and the input and output of each path and method.
import { describe } from '../../src/api/openapi.ts'
import { channelKinds } from '../../src/channels/index.ts'
import { checks } from '../../src/checks/index.ts'
import { liveEventNames } from '../../src/live/event-names.ts'
import { eventStream } from '../../src/operations/overview/event-stream.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { nameOperations } from './operation-names.ts'
import { writeCommands } from './write-commands.ts'
import { writeResources } from './write-resources.ts'
import { type Described, type Schema, methodsOf, typeOf, union } from './type-text.ts'

type PathDescriptions = Readonly<Record<string, Readonly<Record<string, Described>>>>
type Schemas = Readonly<Record<string, Schema>>

interface Description {
  readonly paths: PathDescriptions
  readonly schemas: Schemas
}

/** The texts of generated files, by their paths. */
export type GeneratedFiles = Readonly<Record<string, string>>

/** Everything in them is generated. */
export const generatedFolders = ['sdk/src/api', 'web/src/api-types'] as const

const notice = '// Written by `npm run sdk` from the operations. A change belongs there.\n'

export function writeFiles(operations: readonly Operation[]): GeneratedFiles {
  return {
    ...writePublicTypes(operations),
    ...writeCreatingPaths(operations),
    ...writeDashboardTypes(operations),
    ...writeMethods(operations),
  }
}

/** The methods of the package and the commands of the command line that call one operation. */
function writeMethods(operations: readonly Operation[]): GeneratedFiles {
  const names = nameOperations(operations.filter(({ audience, deprecated }) => audience === 'public' && !deprecated))
  const { paths, schemas } = describeOperations(operations)
  const resources = writeResources(paths, names)
  return {
    'cli/operations.json': writeCommands(paths, schemas, names),
    'sdk/src/api/resource-types.ts': `${notice}\n${resources.types}`,
    'sdk/src/api/resources.ts': `${notice}\n${resources.operations}`,
  }
}

/** The types of the package: what every client can use. */
function writePublicTypes(operations: readonly Operation[]): GeneratedFiles {
  const { paths, schemas } = describeOperations(operations)
  // Its codes are all that the client shows of it, and the name Error is taken everywhere.
  const { Error: error, ...named } = schemas
  const tags = groupByTag(paths, named)
  const index = [
    notice,
    ...tags.map(({ file, pathsType }) => `import type { ${pathsType} } from './api/${file}'`),
    ...tags.map(({ file }) => `export type * from './api/${file}'`),
    `export type ErrorCode = ${typeOf(error!.properties!['error']!.properties!['code']!)}`,
    `export interface Paths extends ${tags.map(({ pathsType }) => pathsType).join(', ')} {}\n`,
  ]
  const written = tags.map((tag) => [`sdk/src/api/${tag.file}`, writeTag(tag, tags)])
  return { 'sdk/src/api.ts': index.join('\n'), ...Object.fromEntries(written) }
}

/** The types that only the dashboard uses, and the public ones with them. */
function writeDashboardTypes(operations: readonly Operation[]): GeneratedFiles {
  const shared = describeOperations(operations)
  const all = describeOperations(operations.map((operation) => ({ ...operation, audience: 'public' as const })))
  const tags = groupByTag(without(all.paths, shared.paths), omit(all.schemas, shared.schemas), 'Dashboard')
  const index = [
    notice,
    `import type { Paths as PublicPaths } from '../../sdk/src/api.ts'`,
    ...tags.map(({ file, pathsType }) => `import type { ${pathsType} } from './api-types/${file}'`),
    `export type * from '../../sdk/src/api.ts'`,
    ...tags.map(({ file }) => `export type * from './api-types/${file}'`),
    `export type LiveEventName = ${union(liveEventNames.map((name) => `'${name}'`))}`,
    `interface DashboardPaths extends ${tags.map(({ pathsType }) => pathsType).join(', ')} {}`,
    `export type Paths = PublicPaths & DashboardPaths\n`,
  ]
  const written = tags.map((tag) => {
    const used = [...tag.uses].filter((name) => name in shared.schemas)
    const imported = used.length > 0 ? [`import type { ${used.join(', ')} } from '../../../sdk/src/api.ts'`] : []
    return [`web/src/api-types/${tag.file}`, writeTag(tag, tags, imported)]
  })
  return { 'web/src/api-types.ts': index.join('\n'), ...Object.fromEntries(written) }
}

/** The paths to which a POST with an Idempotency-Key can be repeated. */
function writeCreatingPaths(operations: readonly Operation[]): GeneratedFiles {
  const creating = operations.filter(({ audience, creating }) => audience === 'public' && creating)
  const paths = creating.map(({ path }) => `  '${path}',`)
  const text = `${notice}\nexport const creatingPaths: readonly string[] = [\n${paths.join('\n')}\n]\n`
  return { 'sdk/src/creating-paths.ts': text }
}

/** Long lists of values that many operations share. They get a name here; the description has none for them. */
const namedLists: Schemas = {
  MonitorTypeName: { enum: checks.flatMap(({ type, aliases }) => [type, ...aliases]) },
  ChannelTypeName: { enum: channelKinds.map(({ type }) => type) },
}
const listNames = new Map(Object.entries(namedLists).map(([name, list]) => [JSON.stringify(list.enum), name]))

function describeOperations(operations: readonly Operation[]): Description {
  const described = JSON.stringify(describe([...operations, eventStream], { version: '', origin: '' }))
  const { paths, components } = JSON.parse(described, (_key, value: Schema | null) => {
    const name = listNames.get(JSON.stringify(value?.enum))
    return name === undefined ? value : { $ref: `#/components/schemas/${name}` }
  }) as { paths: PathDescriptions; components: { schemas: Schemas } }
  return { paths, schemas: { ...namedLists, ...components.schemas } }
}

const omit = <Value>(all: Readonly<Record<string, Value>>, known: object): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !(name in known)))

/** The operations that are not known yet, by path and method. */
const without = (all: PathDescriptions, known: PathDescriptions): PathDescriptions =>
  Object.fromEntries(
    Object.entries(all)
      .map(([path, methods]) => [path, omit(methods, known[path] ?? {})] as const)
      .filter(([, methods]) => Object.keys(methods).length > 0),
  )

interface TagTypes {
  readonly file: string
  readonly pathsType: string
  readonly paths: PathDescriptions
  readonly schemas: Schemas
  /** The names of all schemas that it refers to. */
  readonly uses: ReadonlySet<string>
}

/** Tags only use schemas of tags before them, so their files never import each other in a circle. */
function groupByTag(paths: PathDescriptions, schemas: Schemas, prefix = ''): TagTypes[] {
  const tagOf = (methods: PathDescriptions[string]): string => Object.values(methods)[0]!.tags[0]
  const grouped = Map.groupBy(Object.entries(paths), ([, methods]) => tagOf(methods))
  const taken = new Set<string>()
  return [...grouped].map(([tag, entries]) => {
    const uses = new Set<string>()
    const own = new Set<string>()
    const use = (described: unknown): void => {
      for (const name of refsIn(described)) {
        uses.add(name)
        if (!(name in schemas) || taken.has(name)) continue
        taken.add(name)
        own.add(name)
        use(schemas[name])
      }
    }
    use(entries)
    const names = Object.keys(schemas).filter((name) => own.has(name))
    const words = tag.toLowerCase().split(/[^a-z]+/)
    return {
      file: `${words.join('-')}.ts`,
      pathsType: `${prefix}${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Paths`,
      paths: Object.fromEntries(entries),
      schemas: Object.fromEntries(names.map((name) => [name, schemas[name]!])),
      uses,
    }
  })
}

const refsIn = (described: unknown): string[] =>
  [...JSON.stringify(described).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)

function writeTag(
  { pathsType, paths, schemas, uses }: TagTypes,
  all: readonly TagTypes[],
  imported: readonly string[] = [],
): string {
  const imports = all.flatMap((other) => {
    const names = Object.keys(other.schemas).filter((name) => uses.has(name) && !(name in schemas))
    return names.length > 0 ? [`import type { ${names.join(', ')} } from './${other.file}'`] : []
  })
  const types = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const lines = Object.entries(paths).map(([path, methods]) => `  '${path}': { ${methodsOf(methods)} }`)
  return [notice, ...imported, ...imports, ...types, `export interface ${pathsType} {\n${lines.join('\n')}\n}\n`].join(
    '\n',
  )
}
