// Clicks on the buttons of Slack messages.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ReplyAuthor, ReplyResult } from '../../domain/notifying/reply.ts'
import { type CallbackContext, CallbackRefused, type CallbackRequest, type CallbackResult } from '../define.ts'
import { colour } from '../shared/alert-text.ts'
import { escapeSlack } from '../shared/escape.ts'
import { below } from '../shared/fields.ts'
import { jsonIn, post, request } from '../shared/post.ts'
import { buttonActions, isForEverybody, isLeft } from '../shared/reply-buttons.ts'
import { isSame, parsed, refuseOld, tryCalling } from './verify.ts'

export interface SlackApp {
  readonly url: string
  readonly signing_secret?: string | undefined
  readonly bot_token?: string | undefined
  readonly channel?: string | undefined
}

const block = z.looseObject({ type: z.string(), elements: z.array(z.looseObject({})).optional() })
type Block = z.output<typeof block>
const message = z.looseObject({
  text: z.string().optional(),
  attachments: z.array(z.looseObject({ blocks: z.array(block).optional() })).optional(),
})
const click = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() }),
  channel: z.object({ id: z.string() }).optional(),
  actions: z.tuple([z.object({ action_id: z.enum(buttonActions), value: z.string().max(200) })]),
  response_url: z.url(),
  message: message.optional(),
})
type SlackClick = z.output<typeof click>

export async function receiveSlackClick(
  callback: CallbackRequest,
  app: SlackApp,
  context: CallbackContext,
): Promise<CallbackResult> {
  const signature = verifiedSignature(callback, app, context.clock.now())
  const clicked = parsed(click, new URLSearchParams(callback.body.toString()).get('payload') ?? '')
  if (app.channel !== undefined && clicked.channel?.id !== app.channel)
    throw new CallbackRefused('the click comes from another Slack channel', 403)
  const [{ action_id, value }] = clicked.actions
  const by = await authorOf(clicked, app, context)
  return {
    replies: [{ action: action_id, about: { token: value }, by, replayKey: signature }],
    async respond([result]) {
      await showResult(clicked, result!, app, context)
      return { status: 200 }
    },
  }
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
function verifiedSignature({ headers, body }: CallbackRequest, { signing_secret }: SlackApp, now: Date): string {
  if (!signing_secret) throw new CallbackRefused('this channel has no signing secret', 404)
  const timestamp = headers.get('x-slack-request-timestamp')
  const signature = headers.get('x-slack-signature') ?? ''
  refuseOld(timestamp, now)
  const expected = createHmac('sha256', signing_secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  if (!isSame(signature, `v0=${expected}`)) throw new CallbackRefused('the signature is wrong')
  return signature
}

const profile = z.object({
  user: z.object({ real_name: z.string().optional(), profile: z.object({ email: z.string().optional() }) }),
})

/** Slack tells the email address only to bots that may read it. */
async function authorOf({ user }: SlackClick, app: SlackApp, context: CallbackContext): Promise<ReplyAuthor> {
  const author = { name: user.username ?? user.name ?? user.id, vendorId: user.id }
  if (!app.bot_token) return author
  const about = { url: below(app.url, 'users.info'), form: { user: user.id } }
  const login = { kind: 'bearer', token: app.bot_token } as const
  const response = await tryCalling(context, (limited) => request({ ...about, login }, limited))
  const found = profile.safeParse(response && jsonIn(response)).data?.user
  return found ? { ...author, name: found.real_name ?? author.name, email: found.profile.email ?? null } : author
}

async function showResult(
  clicked: SlackClick,
  result: ReplyResult,
  { url: configured }: SlackApp,
  context: CallbackContext,
): Promise<void> {
  const url = new URL(clicked.response_url)
  if (url.origin !== 'https://hooks.slack.com' && url.origin !== new URL(configured).origin) return
  const json =
    clicked.message?.attachments && isForEverybody(result)
      ? { replace_original: true, ...changedMessage(clicked.message, result) }
      : { response_type: 'ephemeral', replace_original: false, text: escapeSlack(result.sentence) }
  await tryCalling(context, (limited) => post({ url: url.href, json }, limited))
}

const colours = { acknowledge: { color: colour.acknowledged }, resolve: { color: colour.resolved } } as const

function changedMessage({ text, attachments = [] }: z.output<typeof message>, result: ReplyResult): object {
  const shown = result.action === 'acknowledge' || result.action === 'resolve' ? colours[result.action] : {}
  return {
    text,
    attachments: attachments.map((one) =>
      one.blocks ? { ...one, ...shown, blocks: one.blocks.flatMap((each) => changedBlock(each, result)) } : one,
    ),
  }
}

function changedBlock(each: Block, result: ReplyResult): Block[] {
  if (each.type !== 'actions') return [each]
  const elements = (each.elements ?? []).filter(({ action_id }) => isLeft(String(action_id), result))
  const note = { type: 'context', elements: [{ type: 'mrkdwn', text: escapeSlack(result.sentence) }] }
  return elements.length > 0 ? [note, { ...each, elements }] : [note]
}
