// Clicks on the buttons of Discord messages.
import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { ReplyResult } from '../../domain/notifying/reply.ts'
import { type CallbackContext, CallbackRefused, type CallbackRequest, type CallbackResult } from '../define.ts'
import { cut, escapeMarkdown } from '../shared/escape.ts'
import { buttonActions, isForEverybody, isLeft } from '../shared/reply-buttons.ts'
import { parsed, refuseOld } from './verify.ts'

export interface DiscordApp {
  readonly url: string
  readonly public_key?: string | undefined
}

/** Types of interactions and of responses to them. */
const ping = 1
const buttonClick = 3
const messageToClicker = 4
const changeOfMessage = 7
const onlyForClicker = 64

const user = z.object({ id: z.string(), username: z.string(), global_name: z.string().nullish() })
const button = z.looseObject({ custom_id: z.string().optional() })
const message = z.object({
  content: z.string().optional(),
  webhook_id: z.string().optional(),
  embeds: z.array(z.looseObject({ fields: z.array(z.looseObject({})).optional() })),
  components: z.array(z.looseObject({ components: z.array(button) })),
})
const interaction = z.discriminatedUnion('type', [
  z.object({ type: z.literal(ping) }),
  z.object({
    type: z.literal(buttonClick),
    id: z.string().max(30),
    data: z.object({ custom_id: z.string().max(100) }),
    member: z.object({ nick: z.string().nullish(), user }).optional(),
    user: user.optional(),
    message,
  }),
])

export async function receiveDiscordInteraction(
  callback: CallbackRequest,
  app: DiscordApp,
  context: CallbackContext,
): Promise<CallbackResult> {
  verifySignature(callback, app, context.clock.now())
  const received = parsed(interaction, callback.body.toString())
  if (received.type === ping) return { replies: [], respond: () => json({ type: ping }) }
  const { id, data, member, message: clicked } = received
  if (clicked.webhook_id !== webhookId(app))
    throw new CallbackRefused('the click is on a message of another webhook', 403)
  const [action, token] = readButtonId(data.custom_id)
  const person = member?.user ?? received.user
  const name = member?.nick ?? person?.global_name ?? person?.username ?? null
  return {
    replies: [{ action, about: { token }, by: { name, vendorId: person?.id ?? null }, replayKey: `discord ${id}` }],
    respond: ([result]) => json(responseTo(clicked, result!)),
  }
}

/** https://docs.discord.com/developers/interactions/receiving-and-responding: Ed25519 over timestamp and body. */
function verifySignature({ headers, body }: CallbackRequest, { public_key }: DiscordApp, now: Date): void {
  if (!public_key) throw new CallbackRefused('this channel has no public key', 404)
  const timestamp = headers.get('x-signature-timestamp')
  refuseOld(timestamp, now)
  const signature = headers.get('x-signature-ed25519') ?? ''
  const x = Buffer.from(public_key, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = Buffer.concat([Buffer.from(timestamp!), body])
  if (!/^[0-9a-f]{128}$/i.test(signature) || !verify(null, signed, key, Buffer.from(signature, 'hex')))
    throw new CallbackRefused('the signature is wrong')
}

const webhookId = ({ url }: DiscordApp): string | undefined => /\/webhooks\/(\d+)\//.exec(new URL(url).pathname)?.[1]

export const buttonId = (action: string, token: string): string => `${action}:${token}`

function readButtonId(id: string): [(typeof buttonActions)[number], string] {
  const [name, token] = id.split(':')
  const action = buttonActions.find((each) => each === name)
  if (!action || !token) throw new CallbackRefused('the button is not one of Lapwing', 400)
  return [action, token]
}

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })

function responseTo({ content, embeds, components }: z.output<typeof message>, result: ReplyResult): object {
  const sentence = cut(result.sentence, 900, escapeMarkdown)
  if (!isForEverybody(result)) return { type: messageToClicker, data: { content: sentence, flags: onlyForClicker } }
  const [first, ...others] = embeds
  const note = { name: 'Reply', value: sentence, inline: false }
  const left = components
    .map((row) => ({
      ...row,
      components: row.components.filter(({ custom_id }) => isLeft(custom_id?.split(':')[0] ?? '', result)),
    }))
    .filter((row) => row.components.length > 0)
  return {
    type: changeOfMessage,
    data: {
      content: content ?? '',
      embeds: [{ ...first, fields: [...(first?.fields ?? []), note] }, ...others],
      components: left,
      allowed_mentions: { parse: [] },
    },
  }
}
