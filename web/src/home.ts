// Loads the first screen's data and the frame's in one request when the page opens.
import type { QueryClient } from '@tanstack/react-query'
import { queryFor, client } from './api.ts'
import { loadSession, isUnauthorized, storeSession, cachedSession } from './session.ts'

/** What the frame shows, with the overview if the page opens with it. */
export async function loadFirst(queries: QueryClient, isHome: boolean): Promise<void> {
  if (cachedSession(queries)) return void (isHome && queries.prefetchQuery(queryFor('/dashboard/overview')))
  try {
    await (isHome ? loadHome(queries) : loadFrame(queries))
  } catch (error) {
    if (isUnauthorized(error)) throw error
    // Each part then loads its own data and shows its own error.
    await loadSession(queries)
  }
}

// index.html prefetches the same URLs.
const parts = 'session,notices,paging_problems'

async function loadHome(queries: QueryClient): Promise<void> {
  const query = { with: `${parts},upcoming` }
  const {
    session,
    notices,
    paging_problems: problems,
    upcoming,
    ...overview
  } = await client.get('/dashboard/overview', { query })
  queries.setQueryData(queryFor('/dashboard/overview').queryKey, overview)
  queries.setQueryData(queryFor('/dashboard/notices').queryKey, notices)
  queries.setQueryData(queryFor('/dashboard/paging-problems').queryKey, problems)
  queries.setQueryData(queryFor('/dashboard/upcoming').queryKey, upcoming)
  if (session) storeSession(queries, session)
}

async function loadFrame(queries: QueryClient): Promise<void> {
  const query = { with: `${parts},summary` }
  const { session, notices, paging_problems: problems, summary, ...now } = await client.get('/dashboard/now', { query })
  queries.setQueryData(queryFor('/dashboard/now').queryKey, now)
  queries.setQueryData(queryFor('/dashboard/notices').queryKey, notices)
  queries.setQueryData(queryFor('/dashboard/paging-problems').queryKey, problems)
  queries.setQueryData(queryFor('/summary').queryKey, summary)
  if (session) storeSession(queries, session)
}
