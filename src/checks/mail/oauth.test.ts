// Mailboxes that accept no passwords, as those of Microsoft 365 and Google.
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/servers/scripted.ts'
import { startTokenServer } from '../../../test/kit/servers/token-server.ts'
import { tokenLogin } from '../../protocols/mail/account.ts'
import { type CheckType, configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { imap } from './imap.ts'
import { pop3 } from './pop3.ts'
import { smtp } from './smtp.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const secrets = { oauthClientSecret: 'hunter2', oauthRefreshToken: '1/refresh' }
const client = { authType: 'oauth2', username: 'robot@h', oauthClientId: 'app', ...secrets }
const good = tokenLogin({ username: 'robot@h', password: 'token-1' })

interface MailboxServer {
  readonly greeting: string
  readonly answers: Script['answers']
  readonly withoutTokens: RegExp
}

// Each ends well only after a login with the first token.
const servers: [check: CheckType, server: MailboxServer][] = [
  [
    smtp,
    {
      greeting: '220 ready',
      answers: [
        [/^EHLO/, '250-h\r\n250 AUTH XOAUTH2'],
        [new RegExp(`^AUTH XOAUTH2 ${good}$`), '235 welcome'],
        [/^AUTH XOAUTH2 .*/, '535 no $&'],
        [/^.*$/, '221 bye'],
      ],
      withoutTokens: /offers no password login, only XOAUTH2/,
    },
  ],
  [
    imap,
    {
      greeting: '* OK ready',
      answers: [
        [/^(\S+) CAPABILITY$/, '* CAPABILITY IMAP4REV1 LOGINDISABLED AUTH=XOAUTH2\r\n$1 OK done'],
        [/^\S+ AUTHENTICATE XOAUTH2$/, '+ '],
        [new RegExp(`^${good}$`), 'a2 OK welcome'],
        [/^\S{30,}$/, 'a2 NO $&'],
        [/^(\S+) EXAMINE .*$/, '* 0 EXISTS\r\n$1 OK done'],
        [/^(\S+) .*$/, '$1 OK done'],
      ],
      withoutTokens: /offers no password login/,
    },
  ],
  [
    pop3,
    {
      greeting: '+OK ready',
      answers: [
        [/^CAPA$/, '+OK\r\nSASL XOAUTH2\r\n.'],
        [/^AUTH XOAUTH2$/, '+ '],
        [new RegExp(`^${good}$`), '+OK welcome'],
        [/^STAT$/, '+OK 0 0'],
        [/^RSET$/, '+OK'],
        [/^(?=.{10}).*$/, '-ERR no $&'],
        [/^.*$/, '+OK'],
      ],
      withoutTokens: /the login was rejected/,
    },
  ],
]

describe.each(servers.map(([check, server]) => ({ type: check.type, check, server })))(
  'a check of $type',
  ({ check, server }) => {
    const { greeting, answers, withoutTokens } = server
    const start = () => startScripted({ greeting, answers, certificate, isSecure: true, hangsUpAfter: /QUIT|LOGOUT/ })
    // smtp needs one of its two ports in the config, so its target has the real one.
    const run = async (config: Record<string, unknown>) => {
      const { port } = await start()
      return runCheck(check, `127.0.0.1:${port}`, { config: { tlsMode: 'implicit', checkPtr: false, ...config }, net })
    }

    it('logs in with a token', async () => {
      const tokens = await startTokenServer()
      const outcome = await run({ ...client, oauthTokenUrl: tokens.url })
      expect(outcome).toMatchObject({ success: true, error: null })
      expect(outcome.metrics[`${check.type}.auth_ok`]).toBe(1)
      expect(tokens.requests).toMatchObject([{ grant_type: 'refresh_token', refresh_token: '1/refresh' }])
    })

    it('says why without one, and shows no token and no secret', async () => {
      const wrong = await startTokenServer(() => ({ access_token: 'wrong-token' }))
      const refused = await run({ ...client, oauthTokenUrl: wrong.url })
      expect(refused).toMatchObject({
        success: false,
        cause: 'auth',
        error: expect.stringContaining('the login was rejected: '),
      })
      const sent = tokenLogin({ username: 'robot@h', password: 'wrong-token' })
      for (const secret of ['wrong-token', sent, ...Object.values(secrets)])
        expect(JSON.stringify(refused)).not.toContain(secret)
      const none = await startTokenServer(() => ({ error: 'invalid_grant' }))
      expect(await run({ ...client, oauthTokenUrl: none.url })).toMatchObject({
        cause: 'auth',
        error: expect.stringMatching(/^no OAuth token: .*invalid_grant/),
      })
      const byPassword = await run({ username: 'robot@h', password: 'hunter2 and more' })
      expect(byPassword).toMatchObject({ cause: 'auth', error: expect.stringMatching(withoutTokens) })
    })

    it('needs a whole client', () => {
      const target = readTarget(check.target, 'mail.example.com')
      const config = { authType: 'oauth2', username: 'a@h', ...(check === smtp && { port: 587 }) }
      expect(configProblems(check, config, target)).toEqual(
        ['oauthTokenUrl', 'oauthClientId', 'oauthClientSecret'].map(
          (key) => `config.${key}: Required with authType oauth2`,
        ),
      )
    })
  },
)
