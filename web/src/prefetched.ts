// What index.html has asked for before there was a program: each answer is taken once, as if it had been asked for now.
type PrefetchedResponses = Partial<Record<string, Promise<Response>>>

const responses = (globalThis as { prefetched?: PrefetchedResponses }).prefetched ?? {}

export const fetchPrefetched: typeof fetch = (address, request) => {
  const answer = typeof address === 'string' && request?.method === 'GET' ? responses[address] : undefined
  if (!answer) return fetch(address, request)
  delete responses[address as string]
  return answer
}

/** They were asked for as nobody: who signs in asks again. */
export function clearPrefetched(): void {
  for (const address of Object.keys(responses)) delete responses[address]
}
