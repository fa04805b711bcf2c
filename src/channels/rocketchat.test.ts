import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { rocketchat } from './rocketchat.ts'

function accepts(request: Received): void {
  const { text, alias, attachments } = request.json()
  expect(alias).toBe('Lapwing')
  const [{ text: body, fields, color }] = attachments
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  const all = [text, body, ...fields.flatMap((each: any) => [each.title, each.value])]
  expect(all.every((words) => typeof words === 'string' && words !== '')).toBe(true)
  expect(all.join('').length).toBeLessThanOrEqual(5000)
}

const success = { headers: { 'content-type': 'application/json' }, body: '{"success":true}' }

keepsDeliveryContract({
  carriesLink: true,
  kind: rocketchat,
  config: (origin) => ({ url: `${origin}/hooks/0123456789abcdef01234567/0123456789abcdef`, username: 'Lapwing' }),
  accepts,
  accepted: success,
})

describe('a message in Rocket.Chat', () => {
  it('is not delivered if a 200 response reports an error', async () => {
    const receiver = await startReceiver({ ...success, body: '{"success":false,"error":"invalid-channel"}' })
    await expect(rocketchat.send(critical, { url: receiver.origin }, sendContext())).rejects.toMatchObject({
      message: 'answered 200: invalid-channel',
      permanent: true,
      httpStatus: 200,
    })
  })
})
