// DingTalk and Feishu: bots with small limits that report errors in the body of a 200.
import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { sendContext } from '../../test/kit/checks/channel-contract.ts'
import { startReceiver } from '../../test/kit/resources/receiver.ts'
import type { ChannelKind } from './define.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'

const words = '很'.repeat(5000)
const longInChinese: Alert = {
  ...resolved,
  diagnosis: words,
  rootCauseDetail: words,
  expected: words,
  detectedValue: words,
  resolvedBy: words,
  resolveReason: words,
  incident: { ...resolved.incident, message: words, flapping: true },
  monitor: { ...critical.monitor!, name: words, target: words },
  rule: { ...critical.rule!, name: words },
  confirmingProbes: [words],
}

type Refusal = readonly [body: string, permanent: boolean, said: string]

const unclear = 'the response does not confirm the message'

describe.each<{ kind: ChannelKind; taken: string; refusals: Refusal[] }>([
  {
    kind: dingtalk,
    taken: '{"errcode":0}',
    refusals: [
      ['{"errcode":310000,"errmsg":"sign not match, more: [https://ding-doc.dingtalk.com/doc]"}', true, '(310000)'],
      ['{"errcode":300005,"errmsg":"token is not exist"}', true, 'token is not exist (300005)'],
      ['{"status":1111,"wait":5,"errcode":130101,"errmsg":"send too fast"}', false, 'send too fast (130101)'],
      ['{"errcode":-1,"errmsg":"系统繁忙"}', false, '系统繁忙 (-1)'],
      ['<html></html>', false, unclear],
    ],
  },
  {
    kind: feishu,
    taken: '{"code":0}',
    refusals: [
      ['{"code":19021,"msg":"sign match fail or timestamp is not within one hour"}', true, '(19021)'],
      ['{"code":19024,"msg":"Key Words Not Found"}', true, 'Key Words Not Found (19024)'],
      ['{"code":19001,"msg":"param invalid: access token invalid"}', true, 'access token invalid (19001)'],
      ['{"code":11232,"msg":"frequency limited psm[lark.oapi]appID[1500]"}', false, '(11232)'],
      ['{"code":9499,"msg":"too many request"}', false, 'too many request (9499)'],
      ['ok', false, unclear],
    ],
  },
])('a bot of $kind.title', ({ kind, taken, refusals }) => {
  it('gets messages within the limit, in Chinese too', async () => {
    const receiver = await startReceiver({ body: taken })
    await kind.send(longInChinese, { url: receiver.origin }, sendContext())
    expect(receiver.requests[0]!.raw.length).toBeLessThanOrEqual(20_000)
  })

  it.each(refusals)('can reject with 200: %s', async (body, permanent, said) => {
    const receiver = await startReceiver({ body })
    await expect(kind.send(critical, { url: receiver.origin }, sendContext())).rejects.toMatchObject({
      permanent,
      httpStatus: 200,
      message: expect.stringMatching(new RegExp(`^answered 200: .*${RegExp.escape(said)}$`)),
    })
  })
})
