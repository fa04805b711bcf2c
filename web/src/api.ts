// Everything the dashboard asks the server goes through here: one client, one cache.
import { QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, type AnswerOf, type ArgumentsOf, type GetPath, createClient } from '../../sdk/client.ts'
import { fetchPrefetched } from './prefetched.ts'
import { startAfter } from './live/last-event-id.ts'
import { createStore } from './store.ts'

export { ApiError } from '../../sdk/client.ts'
export type { AnswerOf } from '../../sdk/client.ts'

/** Another site's page cannot set this header. */
const sameSite = { 'x-lapwing-csrf': '1' }

/** Whether the latest answer was for nobody. */
export const signedOut = createStore(false)

export const client = createClient({ base: '/app', headers: sameSite, fetch: fetchAndTrack })

async function fetchAndTrack(...asked: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetchPrefetched(...asked)
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
      // A browser without the internet may reach Lapwing, and one that does not says so instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** A query for an operation: `useQuery(ask('/monitors/{id}', { params: { id } }))`. Its key starts with the path. */
export function queryFor<P extends GetPath>(path: P, ...[input]: ArgumentsOf<P, 'get'>) {
  return queryOptions<AnswerOf<P, 'get'>, Error, AnswerOf<P, 'get'>, readonly unknown[]>({
    queryKey: [path, input ?? {}],
    queryFn: ({ signal }) =>
      (client.get as (path: P, input: object) => Promise<AnswerOf<P, 'get'>>)(path, { ...input, signal }),
  })
}

type ListPage = { readonly data: readonly unknown[]; readonly next_cursor: string | null }
type ListPath = { [P in GetPath]: AnswerOf<P, 'get'> extends ListPage ? P : never }[GetPath]
type Entry<P extends ListPath> = AnswerOf<P, 'get'> extends { readonly data: readonly (infer E)[] } ? E : never

const pageSize = 100

interface ListInput {
  readonly query?: Readonly<Record<string, unknown>>
  readonly params?: Readonly<Record<string, unknown>>
}

/** The entries of a list, page after page: `useInfiniteQuery(askPages('/contacts'))`. */
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

/** Refetches, where it is shown, what was loaded from paths that begin with one of these. Call it through invalidation.ts. */
export async function invalidatePaths(starts: readonly string[]): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && starts.some((start) => path.startsWith(start)),
  })
}

/** What somebody else has deleted meanwhile is deleted. */
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
