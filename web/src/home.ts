// Loads the overview and the frame's data in one request when the page opens with the overview.
import type { QueryClient } from '@tanstack/react-query'
import { queryFor, client } from './api.ts'
import { loadSession, isUnauthorized, storeSession, cachedSession } from './session.ts'

export async function loadHome(queries: QueryClient): Promise<void> {
  if (cachedSession(queries)) return void queries.prefetchQuery(queryFor('/dashboard/overview'))
  try {
    await loadAll(queries)
  } catch (error) {
    if (isUnauthorized(error)) throw error
    // Each part then loads its own data and shows its own error.
    await loadSession(queries)
  }
}

// index.html prefetches the same URL.
const parts = 'session,notices,upcoming'

async function loadAll(queries: QueryClient): Promise<void> {
  const { session, notices, upcoming, ...overview } = await client.get('/dashboard/overview', {
    query: { with: parts },
  })
  queries.setQueryData(queryFor('/dashboard/overview').queryKey, overview)
  queries.setQueryData(queryFor('/dashboard/notices').queryKey, notices)
  queries.setQueryData(queryFor('/dashboard/upcoming').queryKey, upcoming)
  if (session) storeSession(queries, session)
}
