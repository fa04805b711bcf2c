// Sends the browser to the page of a provider, and remembers where to continue afterwards.
import { client } from '../../api.ts'

const nextKey = 'lapwing.next'

export async function beginSingleSignOn(organization: string, next: string | undefined): Promise<void> {
  const { url } = await client.post('/dashboard/sign-in/single-sign-on', { body: { organization } })
  if (next === undefined) sessionStorage.removeItem(nextKey)
  else sessionStorage.setItem(nextKey, next)
  location.assign(url)
}

export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(nextKey) ?? undefined
  sessionStorage.removeItem(nextKey)
  return next
}
