import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { startTokenServer } from '../../test/kit/servers/token-server.ts'
import { accessToken } from './oauth-token.ts'

const client = { oauthClientId: 'app', oauthClientSecret: 'hunter2', verifyTls: true, ipVersion: 'any' } as const
const basic = `Basic ${Buffer.from('app:hunter2').toString('base64')}`

async function asking(respond?: Parameters<typeof startTokenServer>[0]) {
  const { url: oauthTokenUrl, requests } = await startTokenServer(respond)
  const clock = fakeClock()
  const transport = { net: openNet(), clock, signal: new AbortController().signal }
  const ask = (more: object = {}, isRenewal = false) =>
    accessToken({ ...client, oauthTokenUrl, ...more }, transport, isRenewal)
  return { ask, clock, requests }
}

describe('an access token', () => {
  it('is asked for in the name of the client, and kept until shortly before its end', async () => {
    const { ask, clock, requests } = await asking()
    expect(await ask({ oauthScopes: 'mail' })).toEqual({ token: 'token-1', isCached: false })
    expect(requests).toEqual([{ authorization: basic, grant_type: 'client_credentials', scope: 'mail' }])
    clock.advance(3_569_000)
    expect(await ask({ oauthScopes: 'mail' })).toEqual({ token: 'token-1', isCached: true })
    clock.advance(2000)
    expect(await ask({ oauthScopes: 'mail' })).toEqual({ token: 'token-2', isCached: false })
  })

  it('is asked for with the refresh token of a person', async () => {
    const { ask, requests } = await asking()
    await ask({ oauthRefreshToken: '1/x' })
    expect(requests).toEqual([{ authorization: basic, grant_type: 'refresh_token', refresh_token: '1/x' }])
  })

  it('is asked for by a public client without a secret', async () => {
    const answer = { access_token: 'public' }
    const { ask, requests } = await asking(({ client_id: id }) => (id ? answer : { error: 'invalid_client' }))
    expect((await ask({ oauthClientSecret: undefined, oauthRefreshToken: 'r' })).token).toBe('public')
    expect(requests).toEqual([
      { authorization: '', grant_type: 'refresh_token', refresh_token: 'r' },
      { authorization: '', grant_type: 'refresh_token', refresh_token: 'r', client_id: 'app' },
    ])
  })

  it('is another one for another client, secret, person or scope, and after a rejection', async () => {
    const { ask } = await asking()
    const tokens = [
      await ask(),
      await ask({ oauthClientSecret: 'other' }),
      await ask({ oauthRefreshToken: 'x' }),
      await ask({ oauthScopes: 'x' }),
      await ask({}, true),
    ]
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(5)
  })

  it('is refused in words that reveal no secret', async () => {
    const { ask } = await asking(() => ({ error: 'invalid_grant', error_description: 'no hunter2 and no r-1 here' }))
    await expect(ask({ oauthRefreshToken: 'r-1' })).rejects.toThrow(
      /no OAuth token: .*HTTP 400 \(invalid_grant: no \[redacted\] and no \[redacted\] here\)/,
    )
  })
})
