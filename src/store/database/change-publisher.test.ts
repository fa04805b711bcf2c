import { describe, expect, it } from 'vitest'
import type { OrganizationEvent } from '../../domain/change-notice.ts'
import { type ChangeMessage, createChangePublisher } from './change-publisher.ts'

const organizationId = '0d3f1b7c-5a52-4f0e-9d7a-6f1f6f6f6f6f'

const deliveryOf = (incident: number): OrganizationEvent => ({ organizationId, name: 'delivery', data: { incident } })

async function published(events: readonly OrganizationEvent[]): Promise<ChangeMessage[]> {
  const messages: ChangeMessage[] = []
  const publisher = createChangePublisher(async (text) => messages.push(JSON.parse(text) as ChangeMessage))
  for (const event of events) publisher.add({ events: [event] })
  publisher.add({ incidents: [7] })
  await publisher.stop()
  return messages
}

describe('changes published in a batch', () => {
  it('are one message, in which equal events occur once', async () => {
    const [message, ...others] = await published([deliveryOf(1), deliveryOf(2), deliveryOf(1)])
    expect(others).toEqual([])
    expect(message).toMatchObject({ incidents: [7], events: [deliveryOf(1), deliveryOf(2)], lost: false })
  })

  it('tell receivers to reload everything if there are too many', async () => {
    const events = Array.from({ length: 2000 }, (_, n) => deliveryOf(n))
    const [message, ...others] = await published(events)
    expect(others).toEqual([])
    expect(message).toMatchObject({ incidents: [], events: [], lost: true })
  })
})
