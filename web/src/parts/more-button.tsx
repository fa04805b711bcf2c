import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Loads the next page of a list; renders nothing on the last one. */
export function MoreButton({ query, children }: { query: PagedQuery; children: ReactNode }) {
  if (!query.hasNextPage) return null
  return <Button busy={query.isFetchingNextPage} label={children} onClick={() => void query.fetchNextPage()} />
}
