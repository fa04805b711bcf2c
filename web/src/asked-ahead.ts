// What index.html has asked for before there was a program: each answer is taken once, as if it had been asked for now.
type AskedAhead = Partial<Record<string, Promise<Response>>>

const ahead = (globalThis as { askedAhead?: AskedAhead }).askedAhead ?? {}

export const fetchOrTake: typeof fetch = (address, request) => {
  const answer = typeof address === 'string' && request?.method === 'GET' ? ahead[address] : undefined
  if (!answer) return fetch(address, request)
  delete ahead[address as string]
  return answer
}

/** They were asked for as nobody: who signs in asks again. */
export function forgetAhead(): void {
  for (const address of Object.keys(ahead)) delete ahead[address]
}
