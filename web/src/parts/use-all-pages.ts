import { useEffect } from 'react'

export interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Loads the pages of a list one after the other: `useAllPages(useInfiniteQuery(…))`. */
export function useAllPages<Query extends PagedQuery>(query: Query): Query {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return query
}
