// Writes the resources of the package: the types of their methods, and which operation each of them calls.
import type { OperationName } from './operation-names.ts'
import type { Described } from './type-text.ts'

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>

export interface ResourceTexts {
  readonly types: string
  readonly operations: string
}

export function writeResources(paths: Paths, names: ReadonlyMap<string, OperationName>): ResourceTexts {
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = names.get(operation.operationId)
      return name ? [{ ...name, method, verb: name.method, path, operation }] : []
    }),
  )
  const resources = [...Map.groupBy(methods, ({ resource }) => resource)]
  const table = resources.map(([resource, own]) => {
    const lines = own.map(({ verb, method, path, operation }) => `${verb}: '${method} ${path}${kindOf(operation)}'`)
    return `  ${resource}: { ${lines.join(', ')} },`
  })
  const types = resources.map(([resource, own]) => {
    const lines = own.map(({ verb, method, path, operation }) => {
      const type = kindOf(operation).includes('l') ? `ListMethod<'${path}'>` : `ApiMethod<'${method}', '${path}'>`
      return `    /** ${operation.summary} */\n    readonly ${verb}: ${type}`
    })
    return `  readonly ${resource}: {\n${lines.join('\n')}\n  }`
  })
  return {
    types:
      `import type { ApiMethod, ListMethod } from '../method-types.ts'\n\n` +
      `export interface Resources {\n${types.join('\n')}\n}\n`,
    operations: `export const resources: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n${table.join('\n')}\n}\n`,
  }
}

/** What `methodOf` of the client needs to know. */
function kindOf({ parameters, requestBody, responses }: Described): string {
  const query = parameters.filter(({ in: place }) => place === 'query')
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  const isFile = success.content !== undefined && !('application/json' in success.content)
  const isList = query.some(({ name }) => name === 'cursor')
  const kind = [requestBody ? 'b' : query.length > 0 ? 'q' : '', isList ? 'l' : '', isFile ? 'f' : ''].join('')
  return kind && ` ${kind}`
}
