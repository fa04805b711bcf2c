// The API client and the query cache of the dashboard.
import { QueryClient, infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createClientAt } from '../../sdk/src/client.ts'
import { ApiError } from '../../sdk/src/errors.ts'
import type * as calls from '../../sdk/src/types.ts'
import type { Paths } from './api-types.ts'
import { fetchPrefetched } from './prefetched.ts'
import { startAfter } from './live/last-event-id.ts'
import { createStore } from './store.ts'

export { ApiError } from '../../sdk/src/errors.ts'

type GetPath = calls.PathWith<Paths, 'get'>
type ArgumentsOf<P extends GetPath> = calls.ArgumentsOf<Paths, P, 'get'>
export type AnswerOf<P extends keyof Paths, M extends calls.Method> = calls.AnswerOf<Paths, P, M>
export type InputOf<P extends keyof Paths, M extends calls.Method> = calls.InputOf<Paths, P, M>

/** Pages of other sites cannot set this header. */
const sameSite = { 'x-lapwing-csrf': '1' }

/** Whether the latest response was 401. */
export const signedOut = createStore(false)

// The query cache retries reads, and a person repeats everything else.
export const client = createClientAt<Paths>({
  base: '/app',
  headers: sameSite,
  fetch: fetchAndTrack,
  timeoutMs: 0,
  maxRetries: 0,
})

async function fetchAndTrack(...args: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetchPrefetched(...args)
  startAfter(answer.headers.get('x-lapwing-event'))
  signedOut.set(answer.status === 401)
  return answer
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isTemporary(error),
      throwOnError: false,
      // A browser without internet access may still reach Lapwing. If it does not, show the error instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** `useResource('/monitors/{id}', { params: { id } })`. The query key starts with the path. */
export function queryFor<P extends GetPath>(path: P, ...[input]: ArgumentsOf<P>) {
  return queryOptions<AnswerOf<P, 'get'>, Error, AnswerOf<P, 'get'>, readonly unknown[]>({
    queryKey: [path, input ?? {}],
    queryFn: ({ signal }) =>
      (client.get as (path: P, input: object) => Promise<AnswerOf<P, 'get'>>)(path, { ...input, signal }),
  })
}

/** `useResource('/monitors/{id}', { params: { id } })` */
export const useResource = <P extends GetPath>(path: P, ...input: ArgumentsOf<P>) => useQuery(queryFor(path, ...input))

type ListPage = { readonly data: readonly unknown[]; readonly next_cursor: string | null }
type ListPath = { [P in GetPath]: AnswerOf<P, 'get'> extends ListPage ? P : never }[GetPath]
type Entry<P extends ListPath> = AnswerOf<P, 'get'> extends { readonly data: readonly (infer E)[] } ? E : never

const pageSize = 100

interface ListInput {
  readonly query?: Readonly<Record<string, unknown>>
  readonly params?: Readonly<Record<string, unknown>>
}

/** A query for a paged list: `useList('/contacts')`. */
export function listQueryFor<P extends ListPath>(path: P, { query = {}, params = {} }: ListInput = {}) {
  type Page = { readonly data: readonly Entry<P>[]; readonly next_cursor: string | null }
  const get = client.get as unknown as (path: P, input: object) => Promise<Page>
  return infiniteQueryOptions({
    queryKey: [path, { pages: query, params }],
    queryFn: ({ signal, pageParam }) =>
      get(path, { params, query: { limit: pageSize, ...query, cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}

/** A paged list: `useList('/contacts')`. */
export const useList = <P extends ListPath>(path: P, input?: ListInput) => useInfiniteQuery(listQueryFor(path, input))

/** Refetches data from paths that begin with one of these. Called by invalidation.ts only. */
export async function invalidatePaths(starts: readonly string[]): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && starts.some((start) => path.startsWith(start)),
  })
}

/** Treats a deletion of something that no longer exists as done. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
