// The client: sends requests, and repeats those that failed and may be repeated.
import type { Paths } from './api.ts'
import { addressOf, type AddressInput } from './address.ts'
import { attempt, delayBefore, isRetryable, readJson } from './attempt.ts'
import { creatingPaths } from './creating-paths.ts'
import { ApiError } from './errors.ts'
import { sleep as sleepFor } from './sleep.ts'
import type { ApiClient, CallOptions, Method, Reply } from './types.ts'

/** A token, or a function that returns the current one; it is called before every attempt. */
type Token = string | (() => string | Promise<string>)

interface TransportOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch
  /** For one attempt; 0 means none. 30 seconds by default. */
  readonly timeoutMs?: number
  /** Attempts after the first one; 3 by default. */
  readonly maxRetries?: number
  /** The longest wait that Retry-After may ask for; if it asks for more, the error is thrown. 60 seconds by default. */
  readonly maxRetryDelayMs?: number
  /** Replaces the wait between attempts. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export interface ClientOptions extends TransportOptions {
  /** Where Lapwing is, such as `https://monitoring.example.com`. */
  readonly url: string
  /** An API key or an access token. Some operations need none. */
  readonly token?: Token
}

export type Client = ApiClient<Paths>

export function createClient({ url, token, ...options }: ClientOptions): Client {
  return createClientAt<Paths>({ ...options, base: `${url.replace(/\/+$/, '')}/v1`, creatingPaths, token })
}

export interface BaseOptions extends TransportOptions {
  /** What paths are appended to. */
  readonly base: string
  /** Paths to which a POST gets an Idempotency-Key. */
  readonly creatingPaths?: readonly string[]
  readonly token?: Token | undefined
}

interface LooseInput extends AddressInput, CallOptions {
  readonly body?: unknown
}

/** A client of other operations than the public ones, such as the dashboard's. */
export function createClientAt<Ways>(options: BaseOptions): ApiClient<Ways> {
  const fetchResponse = (method: Method, path: string, input: LooseInput = {}): Promise<Response> =>
    send(options, method, path, input)
  const read = async (method: Method, path: string, input: LooseInput = {}): Promise<Reply<unknown>> => {
    const response = await fetchResponse(method, path, input)
    return {
      data: await readJson(response, input.signal),
      status: response.status,
      headers: response.headers,
    }
  }
  const call =
    (method: Method) =>
    async (path: string, input?: LooseInput): Promise<unknown> =>
      (await read(method, path, input)).data
  return {
    request: async (method: Method, path: string, input?: LooseInput) => (await read(method, path, input)).data,
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    send: read,
    fetch: fetchResponse,
  } as unknown as ApiClient<Ways>
}

async function send(options: BaseOptions, method: Method, path: string, input: LooseInput): Promise<Response> {
  const { maxRetries = 3, maxRetryDelayMs = 60_000, sleep = sleepFor } = options
  const isCreating = method === 'post' && options.creatingPaths?.includes(path) === true
  const key = isCreating ? (input.idempotencyKey ?? randomKey()) : undefined
  const isRepeatable = isCreating || method === 'get' || method === 'put' || method === 'delete'
  let mayHaveArrived = false
  for (let number = 1; ; number++)
    try {
      return await sendOnce(options, { method, path, input, key })
    } catch (error) {
      // An earlier attempt deleted it, although its response was lost.
      if (method === 'delete' && mayHaveArrived && error instanceof ApiError && error.status === 404)
        return new Response(null, { status: 204, headers: error.headers })
      if (number > maxRetries || !isRetryable(error, isRepeatable)) throw error
      mayHaveArrived ||= error.status !== 429
      const delayMs = delayBefore(number, error, Date.now())
      if (delayMs > maxRetryDelayMs) throw error
      await sleep(delayMs, input.signal)
    }
}

interface RequestParts {
  readonly method: Method
  readonly path: string
  readonly input: LooseInput
  readonly key: string | undefined
}

async function sendOnce(
  { base, headers, token, fetch = globalThis.fetch, timeoutMs = 30_000 }: BaseOptions,
  { method, path, input, key }: RequestParts,
): Promise<Response> {
  const { body, signal } = input
  const bearer = typeof token === 'function' ? await token() : token
  return attempt({
    address: base + addressOf(path, input),
    init: {
      method: method.toUpperCase(),
      headers: {
        ...headers,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    timeoutMs: input.timeoutMs ?? timeoutMs,
    signal,
    fetch,
  })
}

/** Random without crypto.randomUUID, which browsers only have on HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
