// Discord as an application with a webhook knows it: messages with components, and signed interactions.
import { generateKeyPairSync, sign } from 'node:crypto'
import { startReceiver } from '../../resources/receiver.ts'
import { type VendorCallback, answerJson } from './callback.ts'

const webhookId = '1100000000000000001'
const unknownMessage = { message: 'Unknown Message', code: 10008 }

export interface DiscordClick {
  readonly at: Date
  readonly webhook?: string
  readonly nick?: string
}

export async function startDiscord() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  const messages = new Map<string, any>()
  const { origin } = await startReceiver((response, { method, path, json }) => {
    const id = /\/messages\/(\d+)$/.exec(path)?.[1]
    if (method === 'PATCH' && !messages.has(id!)) return answerJson(response, unknownMessage, 404)
    const key = id ?? String(1200000000000000000n + BigInt(messages.size))
    messages.set(key, { content: '', ...messages.get(key), ...json() })
    answerJson(response, { id: key, ...messages.get(key) })
  })
  const signed = (interaction: object, at: Date): VendorCallback => {
    const body = JSON.stringify(interaction)
    const time = String(Math.floor(at.getTime() / 1000))
    const signature = sign(null, Buffer.from(time + body), privateKey).toString('hex')
    return { headers: { 'x-signature-timestamp': time, 'x-signature-ed25519': signature }, body }
  }
  let clicks = 0
  return {
    messages,
    config: { url: `${origin}/api/webhooks/${webhookId}/secret-token`, public_key },
    buttons: (id: string): string[] => componentsOf(messages.get(id)).map(({ custom_id }) => custom_id.split(':')[0]),
    ping: (at: Date) => signed({ id: '1', application_id: '2', type: 1, version: 1 }, at),
    click(
      id: string,
      action: string,
      { at, webhook = webhookId, nick = 'Ada Lovelace' }: DiscordClick,
    ): VendorCallback {
      const message = messages.get(id)
      const button = componentsOf(message).find(({ custom_id }) => custom_id.startsWith(`${action}:`))
      const user = { id: '77', username: 'ada', global_name: 'Ada L.', discriminator: '0' }
      const interaction = {
        id: `13000000000000000${clicks++}`,
        type: 3,
        token: 'interaction-token',
        data: { custom_id: button.custom_id, component_type: 2 },
        member: { user, nick, roles: [] },
        message: { id, type: 0, webhook_id: webhook, application_id: '2', ...message },
      }
      return signed(interaction, at)
    },
    /** What Discord does with the response to an interaction. */
    apply(id: string, response: string): any {
      const { type, data } = JSON.parse(response)
      if (type === 7) messages.set(id, { ...messages.get(id), ...data })
      return { type, data }
    },
  }
}

const componentsOf = (message: any): any[] =>
  (message?.components ?? []).flatMap(({ components }: any) => components as any[])
