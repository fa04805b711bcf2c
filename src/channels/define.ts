// A channel kind is one file: its config, its secrets, and how it sends an alert.
import type { Alert } from '../domain/notifying/alert.ts'
import type { Recipient } from '../domain/notifying/delivery.ts'
import type { ChannelReply, ReplyAction, ReplyResult } from '../domain/notifying/reply.ts'
import type { Clock } from '../domain/clock.ts'
import { type ConfigOf, type Fields, contactGroups } from '../domain/field.ts'
import { fieldProblems } from '../domain/field-problems.ts'
import type { InstallationMail } from '../domain/mail-server.ts'
import type { PushKeys } from '../domain/notifying/push-keys.ts'
import type { Net } from '../net/index.ts'
import { plainText } from './shared/alert-facts.ts'
import { headline } from './shared/alert-text.ts'

export interface SendContext {
  readonly net: Net
  readonly clock: Clock
  /** Aborts when the attempt times out. */
  readonly signal: AbortSignal
  /** Members of the contact groups that the alert is routed to, for channels that send to people. */
  readonly people: readonly Recipient[]
  /** Identifies the incident to receivers: the same for all of its alerts, and unique to it. */
  readonly dedupKey: string
  /** How people can reply; null for tests, for resolved alerts, and without a public address. */
  readonly reply: ReplyWays | null
  /** Ids of the messages that announced the incident in this channel, oldest first, if its kind reports ids. */
  readonly earlierMessages: readonly string[]
  /** Identifies this installation to push services; missing where nothing is pushed. */
  readonly pushIdentity?: (() => Promise<PushIdentity>) | undefined
  /** The installation's mail server; null without one. */
  readonly mail?: MailSubmission | null
}

/** A mail server, and the network that reaches it: the installation's may be on its private network. */
export interface MailSubmission extends InstallationMail {
  readonly net: Net
}

export interface PushIdentity extends PushKeys {
  /** A mailto: or https: address of this installation. */
  readonly contact: string
}

/** Each link and token works once and expires after a day. */
export interface ReplyWays {
  /**
   * The address of a page that says what will happen and asks once. A GET changes nothing and a POST acts, so programs
   * of the receiver, such as a notification's button, can POST without the page.
   */
  link(action: ReplyAction, person?: Recipient): string
  /** For buttons: 55 characters of base64url, which only the callbacks of this channel accept. */
  token(action: ReplyAction): string
  /** Where the vendor sends callbacks of this channel. */
  readonly callbackUrl: string
}

/** A request from the vendor. Its body is as it was sent, at most 64 KB. */
export interface CallbackRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Buffer
}

export interface CallbackContext {
  readonly net: Net
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly callbackUrl: string
}

export interface CallbackResponse {
  readonly status: number
  /** Default: `application/json`. */
  readonly type?: string
  readonly body?: string
}

/** A call that ended without anybody hearing it. */
export interface UnreachedPage {
  /** The key that identifies the incident to the vendor (`SendContext.dedupKey`). */
  readonly dedupKey: string
  readonly phone: string
  /** Such as "nobody answered the call". */
  readonly reason: string
  /** How many people the alert called. */
  readonly calls: number
  /** Unique to this callback. */
  readonly replayKey: string
}

export interface CallbackResult {
  readonly replies: readonly ChannelReply[]
  /** Calls that count as not delivered after all, so that the escalation goes on. */
  readonly unreached?: readonly UnreachedPage[]
  /** The response to the vendor, after the replies were carried out. Default: 204. */
  respond?(results: readonly ReplyResult[]): CallbackResponse | Promise<CallbackResponse>
}

/** A callback is not from the vendor, or makes no sense. The message goes to the caller and the log. */
export class CallbackRefused extends Error {
  override name = 'CallbackRefused'
  readonly status: 400 | 401 | 403 | 404

  constructor(message: string, status: CallbackRefused['status'] = 401) {
    super(message)
    this.status = status
  }
}

/** The response of the transport. */
export interface Receipt {
  readonly httpStatus: number | null
  /** Identifies the message to its receiver, if later alerts of the incident change it. */
  readonly messageId?: string | undefined
}

export interface FailureFacts {
  /** A retry cannot help: the receiver is gone, or rejects the message. */
  readonly permanent?: boolean
  readonly httpStatus?: number | null
  /** Delay that the receiver asked for. */
  readonly retryAfterMs?: number
  /** The message was sent, and no response says what became of it: the receiver may have it. */
  readonly uncertain?: boolean
  /** The receiver refused before it saw the message, so it would refuse the next one too. */
  readonly unseen?: boolean
  /** The receiver will never accept a message again; a personal channel is disabled. */
  readonly gone?: boolean
}

/** A delivery failed. The message says why, without secrets. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly permanent: boolean
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  readonly uncertain: boolean
  readonly unseen: boolean
  readonly gone: boolean

  constructor(
    message: string,
    {
      permanent = false,
      httpStatus = null,
      retryAfterMs,
      uncertain = false,
      unseen = false,
      gone = false,
      ...options
    }: FailureFacts & ErrorOptions = {},
  ) {
    super(message, options)
    this.permanent = permanent
    this.httpStatus = httpStatus
    this.retryAfterMs = retryAfterMs ?? null
    this.uncertain = uncertain
    this.unseen = unseen
    this.gone = gone
  }
}

export const channelCategories = ['chat', 'pager', 'email', 'phone', 'webhook', 'other'] as const
export type ChannelCategory = (typeof channelCategories)[number]

/** The default of `takes`. */
export const defaultAlertKinds: readonly Alert['kind'][] = ['firing', 'resolved']

/** Where the messages of a kind arrive, so that nobody gets one twice. Kinds of one medium share their addresses. */
export interface Inbox {
  readonly medium: 'email' | 'text message' | 'call' | 'signal' | 'push'
  /** The key of the config with the channel's own address or addresses. */
  readonly key?: string
  /** The address of a person, if the channel writes to people; null if they have none. */
  addressOf?(person: Recipient): string | null
}

export type ChannelReader = 'people' | 'programs' | 'pagers'

export interface ChannelDraft<F extends Fields> {
  type: string
  title: string
  /** Default: `other`. */
  category?: ChannelCategory
  /** One sentence for the person who sets it up: what it does and where the values come from. */
  summary: string
  config: F
  /** Kinds of alert it sends. Default: firing and resolved. */
  takes?: readonly Alert['kind'][]
  /** Timeout of one attempt. Default: ten seconds. */
  attemptMs?: number
  /** Who reads the messages: people (the default), programs that need each event, or pagers that wake someone. */
  readBy?: ChannelReader
  /** A webhook as the specification defines it: tried twice, whatever the response, with its own limit in the plan. */
  isWebhook?: boolean
  /** People who can edit the channel can read its `url` again, because it is not a secret. */
  isAddressReadable?: boolean
  /** It sends to each recipient by name, and to nobody if there are none. */
  needsRecipients?: boolean
  /** The browser that receives the messages sets it up; no form does. */
  isDevice?: boolean
  /** The choice that sends through the installation's mail server: the default of new channels, if there is one. */
  installationMail?: { readonly key: string; readonly value: string; readonly unless: string }
  /** Whether it changes its earlier messages when an incident is acknowledged; secrets may be masked. Default: no. */
  updatesMessages?(config: Partial<ConfigOf<F>>): boolean
  /** Validates keys together. Each problem is `key: rule`. */
  examine?(config: Partial<ConfigOf<F>>): string[]
  /** Missing where messages arrive in no inbox of a person. */
  inbox?: Inbox
  /** The recipient, masked, if the config or the people tell it. */
  recipient?(config: ConfigOf<F>, people: readonly Recipient[]): string | null
  /** The alert as people (a text) or programs (an object) receive it, without secrets. Default: headline and facts. */
  preview?(alert: Alert): string | object
  /** Its name inside a sentence, such as "through Slack". Default: the title. */
  nameInSentence?: string
  /** Whether it tells the vendor its callback address itself, so that nobody has to enter it there. Default: no. */
  setsCallback?: boolean
  /** Reads a callback of the vendor, whose signature it verifies first; throws CallbackRefused. */
  receive?(request: CallbackRequest, config: ConfigOf<F>, context: CallbackContext): Promise<CallbackResult>
  /** Resolves when the receiver accepts the message; otherwise throws DeliveryFailed. */
  send(alert: Alert, config: ConfigOf<F>, context: SendContext): Promise<Receipt>
}

export interface ChannelPreview {
  /** Null if there is only a text. */
  readonly title: string | null
  readonly text: string
}

export interface ChannelKind extends Required<
  Omit<
    ChannelDraft<Fields>,
    | 'config'
    | 'inbox'
    | 'installationMail'
    | 'updatesMessages'
    | 'examine'
    | 'recipient'
    | 'preview'
    | 'receive'
    | 'send'
  >
> {
  readonly config: Fields
  readonly inbox: Inbox | null
  readonly installationMail: ChannelDraft<Fields>['installationMail']
  readonly secrets: readonly string[]
  updatesMessages(config: Record<string, unknown>): boolean
  examine(config: Record<string, unknown>): string[]
  recipient(config: Record<string, unknown>, people: readonly Recipient[]): string | null
  preview(alert: Alert): ChannelPreview
  /** Null for kinds without callbacks. */
  readonly receive:
    | ((request: CallbackRequest, config: Record<string, unknown>, context: CallbackContext) => Promise<CallbackResult>)
    | null
  send(alert: Alert, config: Record<string, unknown>, context: SendContext): Promise<Receipt>
}

const routing: Fields = {
  contact_group_ids: contactGroups({
    help: 'Contact groups whose alerts it receives',
    label: 'Contact groups',
    group: 'routing',
    maxItems: 100,
    default: [],
  }),
}

export function defineChannel<F extends Fields>(draft: ChannelDraft<F>): ChannelKind {
  const config: Fields = { ...draft.config, ...routing }
  const { updatesMessages, examine, recipient, receive, send } = draft as unknown as Partial<
    Pick<ChannelKind, 'updatesMessages' | 'examine' | 'recipient' | 'receive'>
  > &
    Pick<ChannelKind, 'send'>
  const defaults = Object.fromEntries(
    Object.entries(config).flatMap(([key, { notes }]) => (notes.default === null ? [] : [[key, notes.default]])),
  )
  return {
    type: draft.type,
    title: draft.title,
    category: draft.category ?? 'other',
    summary: draft.summary,
    config,
    takes: draft.takes ?? defaultAlertKinds,
    attemptMs: draft.attemptMs ?? 10_000,
    readBy: draft.readBy ?? 'people',
    isWebhook: draft.isWebhook ?? false,
    isAddressReadable: draft.isAddressReadable ?? false,
    needsRecipients: draft.needsRecipients ?? false,
    isDevice: draft.isDevice ?? false,
    inbox: draft.inbox ?? null,
    installationMail: draft.installationMail,
    secrets: Object.keys(config).filter((key) => config[key]?.notes.secret),
    nameInSentence: draft.nameInSentence ?? draft.title,
    updatesMessages: updatesMessages ?? (() => false),
    setsCallback: draft.setsCallback ?? false,
    examine: examine ?? (() => []),
    recipient: recipient ? (values, people) => recipient({ ...defaults, ...values }, people) : () => null,
    preview: (alert) => previewOf(alert, draft.preview?.(alert)),
    receive: receive ? (request, values, context) => receive(request, { ...defaults, ...values }, context) : null,
    send: (alert, values, context) => send(alert, { ...defaults, ...values }, context),
  }
}

const maxPreview = 4000

function previewOf(alert: Alert, own: string | object | undefined): ChannelPreview {
  if (own === undefined) return { title: headline(alert), text: plainText(alert, maxPreview) }
  return { title: null, text: typeof own === 'string' ? own : JSON.stringify(own, null, 2) }
}

/** Whether one account of the organization calls or writes to the numbers of its people. */
export const sendsToNumbers = ({ inbox }: Pick<ChannelKind, 'inbox'>): boolean =>
  inbox?.key !== undefined && inbox.addressOf !== undefined

/** All problems of a config, each as `config.key: rule`; an empty list means that it is valid. */
export function channelProblems(kind: ChannelKind, config: Record<string, unknown>): string[] {
  return fieldProblems(kind.config, config, () => kind.examine(config))
}
