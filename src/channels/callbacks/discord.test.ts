import { describe, expect, it } from 'vitest'
import { critical, resolved, samples } from '../../../test/kit/resources/alerts.ts'
import { sendContext, sentAt } from '../../../test/kit/checks/channel-contract.ts'
import {
  type VendorCallback,
  asRequest,
  callbackContext,
  exampleReply,
  replyResult,
} from '../../../test/kit/servers/vendors/callback.ts'
import { startDiscord } from '../../../test/kit/servers/vendors/discord.ts'
import type { CallbackResult } from '../define.ts'
import { discord } from '../discord.ts'

const receive = (callback: VendorCallback, config: Record<string, unknown>): Promise<CallbackResult> =>
  discord.receive!(asRequest(callback), config, callbackContext())

async function ready() {
  const server = await startDiscord()
  const { messageId } = await discord.send(critical, server.config, sendContext({ reply: exampleReply }))
  return { ...server, id: messageId! }
}

describe('buttons in Discord', () => {
  it('acknowledge and change the message in the same response', async () => {
    const { config, buttons, click, apply, messages, id } = await ready()
    expect(buttons(id)).toEqual(['acknowledge', 'resolve', 'mute'])
    const { replies, respond } = await receive(click(id, 'acknowledge', { at: sentAt }), config)
    const about = { token: exampleReply.token('acknowledge') }
    expect(replies).toMatchObject([{ action: 'acknowledge', about, by: { name: 'Ada Lovelace', vendorId: '77' } }])
    expect(replies[0]!.replayKey).toMatch(/^discord \d+$/)
    const response = await respond!([replyResult('acknowledge')])
    expect(apply(id, response.body!).type).toBe(7)
    expect(buttons(id)).toEqual(['resolve', 'mute'])
    expect(messages.get(id).embeds[0].fields.at(-1).value).toBe('The outcome of acknowledge by \\<Ada\\> is done')
  })

  it('tell only the person who clicked if the click does not count', async () => {
    const { config, click, apply, id } = await ready()
    const { respond } = await receive(click(id, 'mute', { at: sentAt }), config)
    const response = await respond!([replyResult('mute', 'forbidden')])
    expect(apply(id, response.body!)).toMatchObject({ type: 4, data: { flags: 64 } })
  })

  it('are refused with a wrong signature, an old timestamp or a message of another webhook', async () => {
    const { config, click, id } = await ready()
    const good = click(id, 'resolve', { at: sentAt })
    const signature = { 'x-signature-ed25519': 'a'.repeat(128) }
    const hostile: [VendorCallback, object, number][] = [
      [{ ...good, headers: { ...good.headers, ...signature } }, config, 401],
      [{ ...good, headers: { ...good.headers, 'x-signature-ed25519': 'xyz' } }, config, 401],
      [{ ...good, body: good.body.replace('resolve', 'mute') }, config, 401],
      [click(id, 'resolve', { at: new Date(sentAt.getTime() - 301_000) }), config, 401],
      [click(id, 'resolve', { at: sentAt, webhook: '1100000000000000002' }), config, 403],
      [good, { ...config, public_key: undefined }, 404],
    ]
    for (const [callback, changed, status] of hostile)
      await expect(receive(callback, { ...changed })).rejects.toMatchObject({ name: 'CallbackRefused', status })
  })

  it('answer the ping with which Discord tries the address', async () => {
    const { config, ping } = await startDiscord()
    const { replies, respond } = await receive(ping(sentAt), config)
    expect([replies, JSON.parse((await respond!([])).body!)]).toEqual([[], { type: 1 }])
  })

  it('go away in place when the incident ends, and not at all without a public key', async () => {
    const { config, buttons, messages, id } = await ready()
    const earlier = { earlierMessages: [id, '999'] }
    await discord.send(samples['an acknowledgement']!, config, sendContext({ ...earlier, reply: exampleReply }))
    expect([messages.size, buttons(id)]).toEqual([1, ['resolve', 'mute']])
    await discord.send(resolved, config, sendContext(earlier))
    expect([messages.size, buttons(id)]).toEqual([2, []])
    expect(messages.get(id).embeds[0].title).toContain('UP Shop')
    const plain = { ...config, public_key: undefined }
    expect(await discord.send(critical, plain, sendContext({ reply: exampleReply }))).toEqual({ httpStatus: 200 })
    expect([...messages.values()].at(-1)).not.toHaveProperty('components')
  })
})
