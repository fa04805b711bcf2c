import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { webex } from './webex.ts'

const token = 'NDk0OGE1Y2ItExampleOfABotToken_PF84'
const room_id = 'Y2lzY29zcGFyazovL3VzL1JPT00vYmJjZWIxYWQtNDNmMS0zYjU4LTkxNDctZjE0YmIwYzRkMTU0'

function accepts(request: Received): void {
  expect(request.path).toBe('/v1/messages')
  expect(request.headers.authorization).toBe(`Bearer ${token}`)
  const { roomId, markdown, text, ...rest } = request.json()
  expect(rest).toEqual({})
  expect(roomId).toBe(room_id)
  expect(text).not.toBe('')
  for (const words of [markdown, text]) expect(Buffer.byteLength(words)).toBeLessThanOrEqual(7439)
  expect(markdown).not.toMatch(/(?<!\\)<@/)
}

keepsDeliveryContract({
  carriesLink: true,
  kind: webex,
  config: (origin) => ({ token, room_id, url: origin }),
  accepts,
  accepted: { body: '{"id":"Y2lz"}' },
})

describe('a message in Webex', () => {
  it('is Markdown with a link', async () => {
    const receiver = await startReceiver()
    await webex.send(critical, { token, person_email: 'ada@example.test', url: receiver.origin }, sendContext())
    const { toPersonEmail, markdown, text } = receiver.requests[0]!.json()
    expect(toPersonEmail).toBe('ada@example.test')
    expect(text).toBe('🔴 DOWN Shop: success == false')
    expect(markdown).toMatch(
      /^\*\*🔴 DOWN Shop: success == false\*\*\n\nThe server did not accept .*\n\n- \*\*Address\*\*: https:/,
    )
    expect(markdown).toMatch(/\n\n\[Open the incident\]\(https:\/\/lapwing\.example\/incidents\/4711\)$/)
  })

  it('is sent either to a space or to a person', () => {
    expect(channelProblems(webex, { token })).toEqual(['config.room_id: set either this or person_email'])
    expect(channelProblems(webex, { token, room_id, person_email: 'a@b' })).toHaveLength(1)
    expect(channelProblems(webex, { token, person_email: 'ada' })).toEqual([
      'config.person_email: must be an e-mail address',
    ])
  })
})
