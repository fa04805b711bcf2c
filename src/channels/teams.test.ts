import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { teams } from './teams.ts'

function accepts(request: Received): void {
  expect(request.raw.length).toBeLessThan(21_000)
  const { type, attachments } = request.json()
  expect(type).toBe('message')
  expect(attachments).toHaveLength(1)
  const { contentType, content } = attachments[0]
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4', $schema: expect.any(String) })
  for (const element of content.body.flatMap((each: any) => each.items ?? [each])) {
    expect(['TextBlock', 'FactSet']).toContain(element.type)
    if (element.type === 'TextBlock') expect(element.text).not.toBe('')
    for (const { title, value } of element.facts ?? [])
      expect([typeof title, typeof value]).toEqual(['string', 'string'])
  }
  for (const action of content.actions ?? [])
    expect(action).toMatchObject({ type: 'Action.OpenUrl', url: expect.stringMatching(/^https:/) })
}

keepsDeliveryContract({
  carriesLink: true,
  kind: teams,
  config: (origin) => ({
    url: `${origin}/workflows/0123456789abcdef/triggers/manual/paths/invoke?sig=0123456789abcdef`,
  }),
  accepts,
  accepted: { status: 202 },
})

describe('a card in Teams', () => {
  it('says what happened and links to the incident', async () => {
    const receiver = await startReceiver({ status: 202 })
    await teams.send(critical, { url: receiver.origin }, sendContext())
    const { content } = receiver.requests[0]!.json().attachments[0]
    expect(content.body[0]).toMatchObject({
      type: 'Container',
      style: 'attention',
      items: [{ text: '🔴 DOWN Shop: success == false' }],
    })
    expect(content.body[2].facts).toContainEqual({
      title: 'Details',
      value: 'no response within 10 s (while connecting)',
    })
    expect(content.actions[0].url).toBe('https://lapwing.example/incidents/4711')
  })
})
