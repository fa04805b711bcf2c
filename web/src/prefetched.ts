// Responses that index.html requested before the code was loaded. Each is used once.
type PrefetchedResponses = Partial<Record<string, Promise<Response>>>

const responses = (globalThis as { prefetched?: PrefetchedResponses }).prefetched ?? {}

export const fetchPrefetched: typeof fetch = (address, request) => {
  const answer = typeof address === 'string' && request?.method === 'GET' ? responses[address] : undefined
  if (!answer) return fetch(address, request)
  delete responses[address as string]
  return answer
}

/** Discards responses that were requested without a session. */
export function clearPrefetched(): void {
  for (const address of Object.keys(responses)) delete responses[address]
}
