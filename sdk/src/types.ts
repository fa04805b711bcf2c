// What the types of an operation say about its call.
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type PathWith<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, unknown> ? P : never
}[keyof Paths] &
  string
type OperationOf<Paths, P, M extends Method> = P extends keyof Paths
  ? Paths[P] extends Record<M, infer O>
    ? O
    : never
  : never

/** What one call can set for itself. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
  /** For operations that create something; a random key if omitted. */
  readonly idempotencyKey?: string
}

type Input<O> = Omit<O, 'answer'> & CallOptions
type Arguments<O> = Record<never, never> extends Omit<O, 'answer'> ? [input?: Input<O>] : [input: Input<O>]

/** The input of an operation: params, query and body, each only if it has one. */
export type InputOf<Paths, P, M extends Method> = Input<OperationOf<Paths, P, M>>
export type ArgumentsOf<Paths, P, M extends Method> = Arguments<OperationOf<Paths, P, M>>
export type AnswerOf<Paths, P, M extends Method> =
  OperationOf<Paths, P, M> extends { answer: infer Answer } ? Answer : never

/** A response with its headers. */
export interface Reply<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
}

type Call<Paths, M extends Method> = <P extends PathWith<Paths, M>>(
  path: P,
  ...rest: ArgumentsOf<Paths, P, M>
) => Promise<AnswerOf<Paths, P, M>>

/** `client.get('/monitors/{id}', { params: { id } })` returns a Monitor or throws ApiError. */
export type ApiClient<Paths> = { readonly [M in Method]: Call<Paths, M> } & {
  /** The same, with the method as a value. */
  request<M extends Method, P extends PathWith<Paths, M>>(
    method: M,
    path: P,
    ...rest: ArgumentsOf<Paths, P, M>
  ): Promise<AnswerOf<Paths, P, M>>
  /** The same, with the status and headers of the response. */
  send<M extends Method, P extends PathWith<Paths, M>>(
    method: M,
    path: P,
    ...rest: ArgumentsOf<Paths, P, M>
  ): Promise<Reply<AnswerOf<Paths, P, M>>>
  /** The response itself, for files and streams. */
  fetch<M extends Method, P extends PathWith<Paths, M>>(
    method: M,
    path: P,
    ...rest: ArgumentsOf<Paths, P, M>
  ): Promise<Response>
}
