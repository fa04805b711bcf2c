// One email per person and event, by a real mail server: the page wins, and what follows is below it.
import { expect, it } from 'vitest'
import { openIncident, recover } from '../../kit/resources/incidents.ts'
import { atOnce, makePolicy, peopleOf } from '../../kit/people/on-call.ts'
import { lapwingWithChannels, logOf, passUntil } from '../../kit/resources/notifying.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { type StoredEmail, startMailSink } from '../../kit/servers/mail-sink.ts'

const header = ({ content }: StoredEmail, name: string): string | undefined =>
  new RegExp(`^${name}: *(?:\\r\\n )?(.*)$`, 'im').exec(content.split('\r\n\r\n')[0]!)?.[1]?.trim()
const textOf = ({ content }: StoredEmail): string => content.replace(/=\r\n/g, '')

it('who is paged and in a notified group gets one email, which says so, and the end as a reply to it', async () => {
  const sink = await startMailSink()
  const app = await lapwingWithChannels({
    users: [{ name: 'Ada', email: 'ada@example.com', role: 'member' }],
    contacts: ['Ada@example.com', 'ben@example.com'].map((email) => ({ name: email, email })),
    contactGroups: [{ name: 'ops', default: true, members: ['Ada@example.com', 'ben@example.com'] }],
    channels: [
      {
        name: 'Mail',
        type: 'email',
        default: true,
        config: { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'lapwing@example.com' },
      },
    ],
  })
  const { ada } = await peopleOf(app)
  const { id: escalationPolicyId } = await makePolicy(app, { steps: atOnce({ type: 'user', id: ada!.id }) })
  const { data: groups } = (await app.get('/contact-groups')).body
  await app.ask('PATCH', `/contact-groups/${groups[0].id}`, { body: { escalationPolicyId } })
  const to = (address: string): StoredEmail[] => sink.emails.filter((email) => email.to.toLowerCase() === address)

  const incident = await openIncident(app)
  await passUntil(app, () => to('ada@example.com').length >= 1 && to('ben@example.com').length >= 1)
  await recover(app, incident.monitor.id)
  await passUntil(app, () => to('ada@example.com').length >= 2 && to('ben@example.com').length >= 2)

  const emails = to('ada@example.com')
  expect(emails).toHaveLength(2)
  expect(textOf(emails[0]!)).toContain('You are paged: step 1 of Production')
  expect(textOf(to('ben@example.com')[0]!)).not.toContain('You are paged')
  const [id, subject] = [header(emails[0]!, 'Message-ID'), header(emails[0]!, 'Subject')]
  expect(subject).toMatch(/^DOWN /)
  expect(header(emails[1]!, 'In-Reply-To')).toBe(id)
  expect(header(emails[1]!, 'References')).toContain(id)
  expect(header(emails[1]!, 'Subject')).toBe(`Re: ${subject}`)
  expect(
    (await logOf(app, incident.id)).map(({ event, status, silenced_reason: why }) => [event, status, why]),
  ).toEqual(
    expect.arrayContaining([
      ['firing', 'silenced', 'same_address'],
      ['resolved', 'silenced', 'same_address'],
    ]),
  )
})

it('is in the language of the person, or of the organization for people without one', async () => {
  const sink = await startMailSink()
  const app = await lapwingWithChannels({
    users: [{ name: 'Ada', email: 'ada@example.com', role: 'owner' }],
    contacts: [{ name: 'Ben', email: 'ben@example.com' }],
    contactGroups: [{ name: 'ops', default: true, members: ['ben@example.com'] }],
    channels: [
      {
        name: 'Mail',
        type: 'email',
        default: true,
        config: { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'lapwing@example.com' },
      },
    ],
  })
  const user = (await peopleOf(app))['ada']!
  const ada = await signedIn(app, { user })
  expect((await ada.ask('PATCH', '/dashboard/preferences', { body: { language: 'de' } })).status).toBe(200)
  const { id: escalationPolicyId } = await makePolicy(app, { steps: atOnce({ type: 'user', id: user.id }) })
  const { data: groups } = (await app.get('/contact-groups')).body
  await app.ask('PATCH', `/contact-groups/${groups[0].id}`, { body: { escalationPolicyId } })
  const textTo = (address: string): string =>
    sink.emails
      .filter(({ to }) => to === address)
      .map((email) => textOf(email))
      .join()

  const incident = await openIncident(app)
  await passUntil(app, () => textTo('ada@example.com') !== '' && textTo('ben@example.com') !== '')
  expect(textTo('ada@example.com')).toContain('Du wirst alarmiert: Stufe 1 von Production')
  expect(textTo('ben@example.com')).toContain('You get this because')

  const language = { body: { language: 'de' } }
  expect((await ada.ask('PATCH', '/dashboard/organization', language)).body).toMatchObject({ language: 'de' })
  await recover(app, incident.monitor.id)
  await passUntil(app, () => textTo('ben@example.com').includes('BEHOBEN'))
})
