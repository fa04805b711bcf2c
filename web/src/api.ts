// Everything the dashboard asks the server goes through here: one client, one cache.
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, type AnswerOf, type ArgumentsOf, type GetPath, createClient } from '../../sdk/client.ts'

export { ApiError } from '../../sdk/client.ts'
export type { AnswerOf } from '../../sdk/client.ts'

/** Another site's page cannot set this header. */
const sameSite = { 'x-lapwing-csrf': '1' }

export const client = createClient({ base: '/app', headers: sameSite })

export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && isPassing(error), throwOnError: false },
  },
})

/** A query for an operation: `useQuery(ask('/monitors/{id}', { params: { id } }))`. Its key starts with the path. */
export function ask<P extends GetPath>(path: P, ...[input]: ArgumentsOf<P, 'get'>) {
  return queryOptions<AnswerOf<P, 'get'>, Error, AnswerOf<P, 'get'>, readonly unknown[]>({
    queryKey: [path, input ?? {}],
    queryFn: ({ signal }) =>
      (client.get as (path: P, input: object) => Promise<AnswerOf<P, 'get'>>)(path, { ...input, signal }),
  })
}

/** Whatever was asked for below these paths is asked for again where it is shown. */
export async function refresh(...paths: readonly string[]): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && paths.some((start) => path.startsWith(start)),
  })
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
