// Runs a command that calls one operation: makes the request from words and flags, and prints the response.
import type { CommandContext } from './command.ts'
import { type OperationEntry, listReferredTo, operationTable, parametersIn } from './commands/operations.ts'
import { confirm } from './confirm.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { findId } from './find-by-name.ts'
import { parseLimit } from './limit.ts'
import { printData, type DataOptions } from './output/data.ts'
import { itemsIn, type LooseClient, pagesOf, printResponse } from './raw-requests.ts'
import { readBody, valueOfFlag } from './request-body.ts'

type Values = Record<string, unknown>

export async function callOperation(operation: OperationEntry, context: CommandContext): Promise<ExitCode> {
  const { options, args, output, signal } = context
  const given = await readFlags(operation, options)
  const client = (await context.client()) as unknown as LooseClient
  for (const [flag, { field, type, hasIds }] of Object.entries(operation.options))
    if (flag in options && (type !== 'json' || hasIds))
      given[field] = await withIds(field, given[field], { operation, client, signal })
  const requests = await Promise.all(
    requestsFor(operation, args).map((ids) => paramsOf(operation, ids, client, signal)),
  )
  if (operation.isIrreversible && !(await isAllowed(operation, given, context))) return exitCodes.changes
  const input = { ...(operation.hasBody ? { body: given } : { query: given }), signal }
  const print: DataOptions = { options, name: operation.name, isList: operation.isList === true }
  const { method, path } = operation
  if (operation.isFile) {
    const response = await client.fetch(method, path, { ...input, params: requests[0]! })
    await printResponse(response, { output, options, print })
    return exitCodes.ok
  }
  if (operation.isList) {
    const max = options['all'] ? Infinity : parseLimit(options['limit'] as string | undefined)
    const items = await pagesOf(client, path, { ...input, params: requests[0]!, query: given }, max)
    printData(output, items, print)
    return exitCodes.ok
  }
  const results: unknown[] = []
  for (const params of requests) results.push(itemsIn((await client.send(method, path, { ...input, params })).data))
  printData(output, results.length === 1 ? results[0] : results, print)
  return exitCodes.ok
}

/** One request, or one for each of the words. */
function requestsFor({ path }: OperationEntry, args: readonly string[]): (readonly string[])[] {
  return parametersIn(path).length === 1 ? args.map((word) => [word]) : [args]
}

/** A word is an id, or the name of something in the list that the path names it by. */
async function paramsOf({ path }: OperationEntry, words: readonly string[], client: LooseClient, signal: AbortSignal) {
  const params: Record<string, string> = {}
  for (const [index, name] of parametersIn(path).entries()) {
    const collection = path.slice(0, path.indexOf(`/{${name}}`))
    const list = operationTable().find((one) => one.method === 'get' && one.path === collection)
    const word = words[index]!
    params[name] = list ? await findId(client, { list, params, word, signal }) : word
  }
  return params
}

interface Resolver {
  readonly operation: OperationEntry
  readonly client: LooseClient
  readonly signal: AbortSignal
}

/** The value of a flag with ids instead of names, also inside objects. */
async function withIds(field: string, value: unknown, resolver: Resolver): Promise<unknown> {
  const { operation, client, signal } = resolver
  if (Array.isArray(value)) return Promise.all(value.map((one) => withIds(field, one, resolver)))
  if (typeof value === 'object' && value !== null) {
    // As in `{"type": "schedule", "id": "Night shift"}`.
    const sort = 'type' in value ? value.type : ''
    const entries = Object.entries(value).map(async ([key, one]) => {
      const name = key === 'id' ? `${String(sort)}_id` : key
      return [key, await withIds(name, one, resolver)] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }
  const list = typeof value === 'string' && value !== '' ? listReferredTo(field, operation) : undefined
  if (!list) return value
  const words = /ids$/i.test(field) ? (value as string).split(',') : [value as string]
  const ids = await Promise.all(words.map((word) => findId(client, { list, params: {}, word: word.trim(), signal })))
  return ids.every((id) => /^\d+$/.test(id)) ? Number(ids[0]) : ids.join(',')
}

async function readFlags(operation: OperationEntry, options: CommandContext['options']): Promise<Values> {
  const flags = Object.entries(operation.options).flatMap(([flag, option]) => {
    const text = options[flag]
    if (typeof text !== 'string') return []
    const isName = option.type === 'number' && listReferredTo(option.field, operation)
    return [[option.field, isName ? text : valueOfFlag(flag, option, text)] as const]
  })
  return operation.hasBody ? readBody(options, flags) : Object.fromEntries(flags)
}

async function isAllowed(
  { id, summary }: OperationEntry,
  given: Values,
  { args, options, output, signal }: CommandContext,
): Promise<boolean> {
  if (options['yes'] || (id === 'bulkMonitors' && given['action'] !== 'delete')) return true
  const what = args.length > 0 ? `${summary} (${args.join(', ')})` : summary
  if (await confirm(`${what}? This cannot be undone. [y/N] `, { output, signal })) return true
  output.warn('Nothing was changed. Use --yes to do it without a question.')
  return false
}
