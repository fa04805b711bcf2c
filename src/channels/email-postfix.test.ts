// Whether a real mail server accepts and parses our emails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { critical, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { createAuthority } from '../../test/kit/checks/certificates.ts'
import { sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type MailboxServer, hasDovecot, startDovecot } from '../../test/kit/debian/dovecot.ts'
import { type SmtpServer, hasPostfix, smtps, startPostfix, submission } from '../../test/kit/debian/postfix.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import type { Receipt, SendContext } from './define.ts'
import { email } from './email.ts'

const isThere = (hasDovecot && hasPostfix) || process.env['CI'] === 'true'

describe.skipIf(!isThere)("Debian's postfix", () => {
  const authority = createAuthority()
  const certificate = authority.issue({ names: ['127.0.0.1'] })
  const net = openNet({ extraTrust: [authority.root] })
  const login = { username: 'lapwing', password: 'a long password' }
  let dovecot: MailboxServer
  let postfix: SmtpServer<'smtp' | 'submission' | 'smtps'>

  beforeAll(async () => {
    dovecot = await startDovecot({ certificate, mailboxes: { [login.username]: { password: login.password } } })
    const listeners = { smtp: {}, submission: { settings: submission }, smtps: { settings: smtps } }
    postfix = await startPostfix({ certificate, auth: dovecot.auth, listeners })
  })
  afterAll(async () => {
    await postfix?.stop()
    await dovecot?.stop()
  })

  function send(alert: Alert, config: Record<string, unknown>, around: Partial<SendContext> = {}): Promise<Receipt> {
    const all = { host: '127.0.0.1', from: 'Lapwing <alerts@lapwing.test>', ...config }
    return email.send(alert, all, sendContext({ net, ...around }))
  }

  const taken = (key: string): string[] => postfix.emails().filter((email) => email.includes(`key-${key}@`))
  const person = (key: string): Partial<SendContext> => ({
    dedupKey: key,
    people: [{ name: 'Ada', email: `key-${key}@example.test`, phone: null }],
  })

  it.each([
    ['starttls', 'submission'],
    ['tls', 'smtps'],
  ] as const)('takes an email after a login inside %s', async (secure, port) => {
    const receipt = await send(critical, { secure, port: postfix.ports[port], ...login }, person(secure))
    expect(receipt).toMatchObject({ httpStatus: null })
    const [email] = taken(secure)
    expect(email).toContain('sender: alerts@lapwing.test')
    expect(email).toMatch(/^Subject: DOWN Shop: success == false$/m)
    expect(email).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(email).toMatch(/^Received: from \[127\.0\.0\.1\].*[\s\S]*?with ESMTPSA/m)
  })

  it.each(['very long texts', 'hostile characters'])('accepts %s', async (what) => {
    const key = what.replaceAll(' ', '-')
    await send(samples[what]!, { secure: 'starttls', port: postfix.ports.submission, ...login }, person(key))
    expect(taken(key)).toHaveLength(1)
  })

  it('accepts several emails in one session', async () => {
    const people = ['one', 'two', 'three'].map((name) => ({ name, email: `key-several@${name}.test`, phone: null }))
    await send(resolved, { secure: 'starttls', port: postfix.ports.submission, ...login }, { people })
    expect(taken('several')).toHaveLength(3)
  })

  it('accepts an unencrypted email for its own domain', async () => {
    const people = [{ name: 'Ada', email: 'key-clear@lapwing.test', phone: null }]
    await send(resolved, { secure: 'none', port: postfix.ports.smtp }, { people })
    expect(taken('clear')).toHaveLength(1)
  })

  it('permanently rejects a wrong password and a foreign sender', async () => {
    const wrong = { secure: 'tls', port: postfix.ports.smtps, ...login, password: 'wrong password' }
    await expect(send(critical, wrong, person('wrong'))).rejects.toMatchObject({
      permanent: true,
      message: expect.stringMatching(/^the mail server rejected the login: 535 /),
    })
    await expect(
      send(critical, { secure: 'none', port: postfix.ports.smtp }, person('stranger')),
    ).rejects.toMatchObject({
      permanent: true,
      message: expect.stringMatching(/^the mail server rejected it: 554 5\.7\.1 /),
    })
    expect([...taken('wrong'), ...taken('stranger')]).toEqual([])
  })
})
