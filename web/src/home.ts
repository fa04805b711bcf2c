// A page that opens with the overview asks once for it and for all that is around it.
import type { QueryClient } from '@tanstack/react-query'
import { ask, client } from './api.ts'
import { askForSession, isUnknown, keepSession, knownSession } from './session.ts'

export async function askForHome(queries: QueryClient): Promise<void> {
  if (knownSession(queries)) return void queries.prefetchQuery(ask('/dashboard/overview'))
  try {
    await askForAll(queries)
  } catch (error) {
    if (isUnknown(error)) throw error
    // Each part then asks by itself, and says what is wrong.
    await askForSession(queries)
  }
}

// index.html asks at the same address.
const parts = 'session,notices,upcoming'

async function askForAll(queries: QueryClient): Promise<void> {
  const { session, notices, upcoming, ...overview } = await client.get('/dashboard/overview', {
    query: { with: parts },
  })
  queries.setQueryData(ask('/dashboard/overview').queryKey, overview)
  queries.setQueryData(ask('/dashboard/notices').queryKey, notices)
  queries.setQueryData(ask('/dashboard/upcoming').queryKey, upcoming)
  if (session) keepSession(queries, session)
}
