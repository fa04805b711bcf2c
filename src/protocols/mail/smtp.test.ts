import { describe, expect, it, onTestFinished } from 'vitest'
import { type SinkOptions, startMailSink } from '../../../test/kit/servers/mail-sink.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { Lines } from '../lines.ts'
import { SmtpClient } from './smtp.ts'

const { signal } = new AbortController()
const account = { username: 'robot', password: 'hunter2' }
const message = {
  from: 'lapwing@example.com',
  to: 'ann@example.org',
  content: Buffer.from('Subject: x\r\n\r\nhello\r\n'),
}

async function meet(options: SinkOptions = {}) {
  const sink = await startMailSink(options)
  const connection = await openNet().connect({ host: '127.0.0.1', port: sink.port, ipVersion: 'any', signal })
  onTestFinished(() => void connection.socket.destroy())
  const client = new SmtpClient(new Lines(connection, signal), account)
  expect((await client.greeting()).code).toBe(220)
  return { client, sink }
}

describe('an SMTP client', () => {
  it("reads the server's extensions", async () => {
    const { client } = await meet({ offers: ['SIZE 1000', 'auth=login PLAIN'] })
    expect(await client.introduce()).toMatchObject({ code: 250, lines: ['sink.test', 'SIZE 1000', 'auth=login PLAIN'] })
    expect([...client.extensions]).toEqual([
      ['SIZE', '1000'],
      ['AUTH', 'LOGIN PLAIN'],
    ])
  })

  it('falls back to HELO, which offers nothing', async () => {
    const { client, sink } = await meet({ answer: (line) => (line.startsWith('EHLO') ? '502 what?' : undefined) })
    expect((await client.introduce()).code).toBe(250)
    expect([client.extensions.size, client.takes(account)]).toEqual([0, false])
    expect(sink.received).toEqual(['EHLO [127.0.0.1]', 'HELO [127.0.0.1]'])
  })

  it.each([
    ['AUTH PLAIN', ['AUTH PLAIN AHJvYm90AGh1bnRlcjI=']],
    ['AUTH LOGIN', ['AUTH LOGIN', 'cm9ib3Q=', 'aHVudGVyMg==']],
  ])('logs in where the server offers %s', async (offer, said) => {
    const answer = (line: string): string | undefined =>
      line === 'AUTH LOGIN' || line === 'cm9ib3Q=' ? '334 ' : line === 'aHVudGVyMg==' ? '235 welcome' : undefined
    const { client, sink } = await meet({ offers: [offer], answer })
    await client.introduce()
    expect([client.takes(account), (await client.logIn(account)).code]).toEqual([true, 235])
    expect(sink.received.slice(1)).toEqual(said)
  })

  it('sends a message unchanged, with dots and bare line ends', async () => {
    const { client, sink } = await meet({ offers: ['SIZE'] })
    await client.introduce()
    const content = Buffer.from('Subject: x\n\n.\r\n..two\rend')
    expect((await client.submit({ ...message, content })).code).toBe(250)
    expect(sink.emails[0]).toMatchObject({ from: message.from, content: 'Subject: x\r\n\r\n.\r\n..two\r\nend' })
    expect(sink.received[1]).toMatch(/^MAIL FROM:<lapwing@example\.com> SIZE=\d+$/)
  })

  it('returns the reply that refused a message, and continues with the next', async () => {
    const answer = (line: string): string | undefined => (line.includes('<bob@') ? '550 no such user' : undefined)
    const { client } = await meet({ answer })
    await client.introduce()
    expect(await client.submit({ ...message, to: 'bob@example.org' })).toMatchObject({ text: '550 no such user' })
    expect((await client.ask('RSET')).code).toBe(250)
    expect((await client.submit(message)).code).toBe(250)
  })

  it('needs an extension for addresses beyond ASCII, except in their domain', async () => {
    const { client } = await meet()
    await client.introduce()
    expect(client.canAddress({ ...message, to: 'ann@bücher.example' })).toBe(true)
    expect(client.canAddress({ ...message, to: 'änn@example.org' })).toBe(false)
    const modern = await meet({ offers: ['SMTPUTF8'] })
    await modern.client.introduce()
    expect(modern.client.canAddress({ ...message, to: 'änn@example.org' })).toBe(true)
    await modern.client.submit({ ...message, to: 'ann@bücher.example' })
    expect(modern.sink.received).toContain('RCPT TO:<ann@xn--bcher-kva.example>')
  })

  it.each([
    ['words without a code', 'hello', 'does not speak SMTP: it said "hello"'],
    ['the login said back', '2xx AHJvYm90AGh1bnRlcjI=', 'does not speak SMTP: it said "2xx [hidden]"'],
    ['a reply without an end', `${'250-more\r\n'.repeat(200)}250 end`, 'does not speak SMTP'],
  ])('takes no %s', async (_what, reply, sentence) => {
    const { client } = await meet({ answer: () => reply })
    await expect(client.introduce()).rejects.toThrow(sentence)
  })
})
