import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, type Reply, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { telegram } from './telegram.ts'

const bot_token = '123456789:AAE-example_of_a_token_0123456789'

/** Telegram rejects the whole message for one unknown tag or entity. */
function accepts(request: Received): void {
  expect(request.path).toBe(`/bot${bot_token}/sendMessage`)
  const { chat_id, text, parse_mode } = request.json()
  expect(chat_id).toBe('-1001234567890')
  expect(parse_mode).toBe('HTML')
  expect(text.length).toBeLessThanOrEqual(4096)
  const open: string[] = []
  for (const [, closing, name] of text.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    expect(['b', 'a']).toContain(name)
    if (closing) expect(open.pop()).toBe(name)
    else open.push(name)
  }
  expect(open).toEqual([])
  expect(text.replaceAll(/<\/?(b|a)( href="[^"<>]*")?>/g, '')).not.toMatch(/[<>]/)
  expect(text).not.toMatch(/&(?!(lt|gt|amp|quot|#39);)/)
}

keepsDeliveryContract({
  kind: telegram,
  config: (origin) => ({ bot_token, chat_id: '-1001234567890', url: origin }),
  accepts,
  accepted: { headers: { 'content-type': 'application/json' }, body: '{"ok":true,"result":{"message_id":1}}' },
})

const config = { bot_token, chat_id: '@lapwing', silent: true, thread_id: 7 }
const refused = (status: number, more: object): Reply => ({
  status,
  body: JSON.stringify({ ok: false, error_code: status, ...more }),
})

describe('a message in Telegram', () => {
  it('is silent if it is not critical and that is configured', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved])
      await telegram.send(alert, { ...config, url: `${receiver.origin}/` }, sendContext())
    const [loud, silent] = receiver.requests.map((request) => request.json())
    expect(loud).not.toHaveProperty('disable_notification')
    expect(silent).toMatchObject({ disable_notification: true, message_thread_id: 7, chat_id: '@lapwing' })
  })

  it('reports why it was rejected', async () => {
    const receiver = await startReceiver(refused(403, { description: 'Forbidden: bot was kicked from the group chat' }))
    const sending = (): Promise<unknown> => telegram.send(critical, { ...config, url: receiver.origin }, sendContext())
    await expect(sending()).rejects.toMatchObject({
      message: 'answered 403: Forbidden: bot was kicked from the group chat',
      permanent: true,
    })
    receiver.answer(refused(429, { description: 'Too Many Requests: retry after 9', parameters: { retry_after: 9 } }))
    await expect(sending()).rejects.toMatchObject({ retryAfterMs: 9000, permanent: false })
    receiver.answer(
      refused(400, {
        description: 'Bad Request: group chat was upgraded',
        parameters: { migrate_to_chat_id: -100987 },
      }),
    )
    await expect(sending()).rejects.toMatchObject({
      message: 'answered 400: the group has become a supergroup; set chat_id to -100987',
    })
  })

  it('requires a valid token and chat', () => {
    expect(channelProblems(telegram, { bot_token: 'secret', chat_id: 'my group' })).toEqual([
      'config.bot_token: must look like 123456789:AAExampleOfAToken',
      'config.chat_id: must be a number or a name that begins with @',
    ])
  })
})
