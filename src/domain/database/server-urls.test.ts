import { expect, it } from 'vitest'
import { connectTimeoutMs, serverUrls } from './server-urls.ts'

it.each([
  ['postgres://u:p@one/d', ['postgres://u:p@one/d']],
  ['postgres://u:a,b@one/d', ['postgres://u:a,b@one/d']],
  ['postgres://u:p@one:1,[::1]:3/d?ssl=true', ['postgres://u:p@one:1/d?ssl=true', 'postgres://u:p@[::1]:3/d?ssl=true']],
  ['postgres://u:p@one,two/d?target_session_attrs=read-write', ['postgres://u:p@one/d', 'postgres://u:p@two/d']],
  [
    'postgres:///d?host=/run/one,/run/two&port=5432,5433',
    ['postgres:///d?host=%2Frun%2Fone&port=5432', 'postgres:///d?host=%2Frun%2Ftwo&port=5433'],
  ],
])('a URL names one or more servers: %s', (url, urls) => {
  expect(serverUrls(url)).toEqual(urls)
})

it.each([
  ['postgres://u:p@one/d', 10_000],
  ['postgres://u:p@one/d?connect_timeout=60', 60_000],
  ['postgres:///d?host=/run/one,/run/two&connect_timeout=2', 2000],
  ['postgres://u:p@one/d?connect_timeout=0', 10_000],
  ['postgres://u:p@one/d?connect_timeout=-1', NaN],
  ['postgres://u:p@one/d?connect_timeout=soon', NaN],
])('a URL says how long a server may take to accept a connection: %s', (url, ms) => {
  expect(connectTimeoutMs(url)).toBe(ms)
})
