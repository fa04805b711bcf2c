// An alert by email, acknowledged through its link.
import { expect, it } from 'vitest'
import { openIncident } from '../../kit/resources/incidents.ts'
import { lapwingWithChannels, passUntil } from '../../kit/resources/notifying.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'

it('each recipient of an alert can acknowledge it through a link of their own', async () => {
  const people = ['Ada@example.com', 'eve@example.net']
  const sink = await startMailSink()
  const app = await lapwingWithChannels({
    users: [{ name: 'Ada Lovelace', email: 'ada@example.com', role: 'member' }],
    contacts: people.map((email) => ({ name: email, email })),
    contactGroups: [{ name: 'ops', default: true, members: people }],
    channels: [
      {
        name: 'Mail',
        type: 'email',
        default: true,
        config: { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'lapwing@example.com' },
      },
    ],
  })
  const { id } = await openIncident(app)
  await passUntil(app, () => sink.emails.length >= 2)
  const [adas, eves] = people.map((address) => {
    const { content } = sink.emails.find(({ to }) => to.toLowerCase() === address.toLowerCase())!
    return content.replace(/=\r\n/g, '').match(/^Acknowledge: (\S+)/m)![1]!
  })
  expect(adas).toMatch(new RegExp(`^${app.origin}/reply/[\\w-]+$`))
  expect(eves).not.toBe(adas)
  const page = await fetch(adas!)
  expect(await page.text()).toContain('Acknowledge as Ada Lovelace')
  expect((await app.get(`/incidents/${id}`)).body.status).toBe('firing')
  expect(await (await fetch(adas!, { method: 'POST' })).text()).toBe('Acknowledged by Ada Lovelace through email\n')
  expect(await (await fetch(eves!, { method: 'POST' })).text()).toBe('Already acknowledged by Ada Lovelace\n')
})
