// The client with a method for every operation: `lapwing.monitors.create({ … })`.
import { ApiPromise, ListPromise } from './api-promise.ts'
import { createClient as createPathClient, type Client as PathClient, type ClientOptions } from './client.ts'
import type { Resources } from './api/resource-types.ts'
import { resources } from './api/resources.ts'
import type { CallOptions, Method } from './types.ts'

export interface Client extends PathClient, Resources {}

export function createClient(options: ClientOptions): Client {
  const client = createPathClient(options)
  const methods = Object.entries(resources).map(([resource, operations]) => [
    resource,
    Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, methodOf(client, operation)])),
  ])
  return { ...client, ...Object.fromEntries(methods) } as Client
}

/** `post /monitors/{id}/pause` takes ids, then a body (b) or a query (q), then options. A list (l) can be iterated. */
function methodOf(client: PathClient, operation: string) {
  const [method = '', path = '', kind = ''] = operation.split(' ')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const fetch = client.fetch as unknown as (method: Method, path: string, input: object) => Promise<Response>
  return (...args: unknown[]) => {
    const params = Object.fromEntries(names.map((name, index) => [name, args[index]]))
    const rest = args.slice(names.length)
    const given = /[bq]/.test(kind) ? rest.shift() : undefined
    const options = (rest[0] ?? {}) as CallOptions
    const send = (query: object = {}): Promise<Response> =>
      fetch(method as Method, path, {
        ...options,
        params,
        ...(kind.includes('b') ? { body: given } : { query: { ...(given as object | undefined), ...query } }),
      })
    if (kind.includes('l')) return new ListPromise(send, options.signal)
    return new ApiPromise(send(), options.signal, kind.includes('f'))
  }
}
