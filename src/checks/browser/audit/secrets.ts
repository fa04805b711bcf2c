// Headers and cookies that an audit sends, and the masker for their secrets.
import type { BrowserConfig } from '../browser.ts'
import { Masker } from '../../masking.ts'

export function sentAlong({ requestHeaders = [], authUsername, authPassword, cookies = [] }: BrowserConfig) {
  if (!authUsername || !authPassword) return { headers: requestHeaders, cookies }
  const others = requestHeaders.filter(({ key }) => key.toLowerCase() !== 'authorization')
  return { headers: [...others, { key: 'Authorization', value: basic(authUsername, authPassword) }], cookies }
}

export function maskerOf(config: BrowserConfig): Masker {
  const { authUsername = '', authPassword, requestHeaders = [], cookies = [] } = config
  const masker = new Masker()
  masker.addPairs(requestHeaders)
  masker.add(...cookies.map(({ value }) => value))
  if (authPassword) masker.add(authPassword, basic(authUsername, authPassword).slice('Basic '.length))
  return masker
}

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
