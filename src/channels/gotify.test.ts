import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { gotify } from './gotify.ts'

const token = 'AKc0aHFCuHOGkUm'

function accepts(request: Received): void {
  expect(request.path).toBe('/message')
  expect(request.headers['x-gotify-key']).toBe(token)
  const { title, message, priority } = request.json()
  expect([title, message]).not.toContain('')
  expect(Number.isInteger(priority)).toBe(true)
}

keepsDeliveryContract({ carriesLink: true, kind: gotify, config: (url) => ({ url, token }), accepts })

describe('a push with Gotify', () => {
  it('has a high priority if critical, and links to the incident', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved])
      await gotify.send(alert, { url: `${receiver.origin}/gotify/`, token }, sendContext())
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/gotify/message', '/gotify/message'])
    expect(receiver.requests.map((request) => request.json().priority)).toEqual([8, 5])
    expect(receiver.requests[0]!.json().extras['client::notification']).toEqual({
      click: { url: 'https://lapwing.example/incidents/4711' },
    })
  })
})
