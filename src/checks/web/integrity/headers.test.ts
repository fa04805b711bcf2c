import { expect, it } from 'vitest'
import { changedHeaders, securityHeaders } from './headers.ts'

const csp = 'content-security-policy'
const hsts = 'strict-transport-security'

it.each([
  [csp, "default-src 'self'", '', true],
  [csp, '', "default-src 'self'", false],
  [csp, "default-src 'self'", "default-src 'self' https://evil.example", true],
  [csp, "default-src 'self'; script-src 'none'", "default-src 'self'", true],
  [csp, "default-src 'self'", "default-src 'self'; script-src 'self'", false],
  [csp, "default-src 'self'", "default-src 'self'; script-src *", true],
  [csp, "script-src 'self'", "script-src 'self' 'unsafe-inline'", true],
  [csp, "script-src 'self' 'unsafe-inline'", "script-src 'self' 'nonce-abc'", false],
  [csp, 'img-src https:', 'img-src https://cdn.example.net', false],
  [csp, 'img-src https://*.example.net', 'img-src https://cdn.example.net', false],
  [csp, 'img-src https://*.example.net', 'img-src http://cdn.example.net', true],
  [csp, "default-src 'self'; frame-ancestors 'none'", "default-src 'self'", true],
  [csp, "default-src 'self'; upgrade-insecure-requests", "default-src 'self'", true],
  [csp, "default-src 'self' https://a.example", "default-src 'self'", false],
  [csp, 'sandbox allow-forms', 'sandbox allow-forms allow-scripts', true],
  [hsts, 'max-age=31536000; includeSubDomains', 'max-age=31536000', true],
  [hsts, 'max-age=31536000', 'max-age=300', true],
  [hsts, 'max-age=300', 'max-age=31536000; includeSubDomains; preload', false],
  [hsts, 'max-age=31536000; preload', '', true],
  ['x-frame-options', 'DENY', 'SAMEORIGIN', true],
  ['x-frame-options', 'sameorigin', 'deny', false],
  ['x-frame-options', 'DENY', 'ALLOW-FROM https://evil.example', true],
  ['x-content-type-options', 'nosniff', '', true],
  ['referrer-policy', 'no-referrer', '', true],
  ['referrer-policy', '', 'unsafe-url', true],
  ['referrer-policy', 'unsafe-url', 'no-referrer, strict-origin', false],
  ['permissions-policy', 'camera=(), geolocation=(self)', 'camera=()', true],
  ['permissions-policy', 'camera=()', 'camera=(self)', true],
  ['permissions-policy', 'camera=(self)', 'camera=()', false],
  ['cross-origin-opener-policy', 'same-origin', 'unsafe-none', true],
  ['cross-origin-embedder-policy', 'credentialless', 'require-corp', false],
  ['cross-origin-resource-policy', 'same-site', 'cross-origin', true],
  ['access-control-allow-origin', '', '*', true],
  ['access-control-allow-origin', '*', '', false],
  ['content-security-policy-report-only', "default-src 'self'", '', false],
])('%s from "%s" to "%s" is weakened: %s', (name, before, after, weakened) => {
  expect(changedHeaders({ [name]: [before] }, after === '' ? {} : { [name]: after })).toEqual([
    { name, weakened, before: before || null, after: after || null },
  ])
})

it('compares policies without their nonces', () => {
  const first = securityHeaders({ [csp]: "script-src 'nonce-abc'" }, [])
  expect(securityHeaders({ [csp]: "script-src  'nonce-xyz'" }, [])).toEqual(first)
})

it('reads policies in the page as a separate header', () => {
  expect(Object.keys(securityHeaders({ server: 'nginx' }, ["default-src 'self'"]))).toEqual([
    'content-security-policy in the page',
  ])
})

it('accepts the values of any location', () => {
  const accepted = { [hsts]: ['max-age=300', 'max-age=600'] }
  expect(changedHeaders(accepted, { [hsts]: 'max-age=600' })).toEqual([])
  expect(changedHeaders(accepted, { [hsts]: 'max-age=400' })[0]).toMatchObject({ weakened: false })
  expect(changedHeaders(accepted, { [hsts]: 'max-age=200' })[0]).toMatchObject({ weakened: true })
})
