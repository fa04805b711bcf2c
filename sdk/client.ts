// A typed API client: `client.get('/monitors/{id}', { params: { id } })` returns a Monitor or throws ApiError.
import type { Paths } from './api.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathWith<M extends Method> = { [P in keyof Paths]: Paths[P] extends Record<M, unknown> ? P : never }[keyof Paths]
type Operation<P extends keyof Paths, M extends Method> = Paths[P] extends Record<M, infer O> ? O : never

/** The input of an operation: params, query and body, each only if it has one. */
type Input<O> = Omit<O, 'answer'> & { readonly signal?: AbortSignal }
type Arguments<O> = Record<never, never> extends Omit<O, 'answer'> ? [input?: Input<O>] : [input: Input<O>]

export type GetPath = PathWith<'get'>
export type InputOf<P extends keyof Paths, M extends Method> = Input<Operation<P, M>>
export type ArgumentsOf<P extends keyof Paths, M extends Method> = Arguments<Operation<P, M>>
export type AnswerOf<P extends keyof Paths, M extends Method> =
  Operation<P, M> extends { answer: infer Answer } ? Answer : never

type Ask<M extends Method> = <P extends PathWith<M>>(path: P, ...rest: ArgumentsOf<P, M>) => Promise<AnswerOf<P, M>>
export type Client = { readonly [M in Method]: Ask<M> }

/** An error response; `status` is 0 when there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly retryAfterSeconds: number | null

  constructor(
    message: string,
    { code, status, retryAfter }: { code: string; status: number; retryAfter?: string | null },
  ) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfter ? Number(retryAfter) : null
  }
}

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export interface ClientOptions {
  readonly base: string
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch
}

export function createClient({ base, headers = {}, fetch = globalThis.fetch }: ClientOptions): Client {
  const ask =
    (method: Method) =>
    async (path: string, { params, query, body, signal }: Loose = {}): Promise<unknown> => {
      const response = await send(fetch, base + addressOf(path, { params, query }), {
        method: method.toUpperCase(),
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
      if (!response.ok) throw await errorOf(response)
      return response.status === 204 ? undefined : answerIn(response)
    }
  return {
    get: ask('get'),
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
  } as unknown as Client
}

async function send(fetch: typeof globalThis.fetch, address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ApiError('Lapwing cannot be reached', { code: 'unreachable', status: 0 })
  }
}

/** A broken connection, or a proxy in front of Lapwing that responds in its place. */
async function answerIn(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ApiError('The answer cannot be read', { code: 'unreachable', status: 0 })
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

export function addressOf(path: string, { params = {}, query = {} }: Pick<Loose, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const retryAfter = headers.get('retry-after')
  const body = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null
  const { code = 'internal_error', message = `Lapwing answered ${status}` } = body?.error ?? {}
  return new ApiError(message, { code, status, retryAfter })
}
