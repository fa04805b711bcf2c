// A channel kind is one file: how it is configured, which parts are secret, and how it tells somebody.
import type { Alert } from '../domain/notifying/alert.ts'
import type { Recipient } from '../domain/notifying/delivery.ts'
import type { Clock } from '../domain/clock.ts'
import { type ConfigOf, type Fields, contactGroups } from '../domain/field.ts'
import { fieldProblems } from '../domain/field-problems.ts'
import type { Net } from '../net/index.ts'
import { headline, plainText } from './shared/alert-text.ts'

export interface SendContext {
  readonly net: Net
  readonly clock: Clock
  /** Aborts after the time an attempt may take. */
  readonly signal: AbortSignal
  /** The members of the groups that the alert is routed to, for channels that write to people. */
  readonly people: readonly Recipient[]
  /** The same for every alert of one incident, and for no other incident: what receivers recognize it by. */
  readonly dedupKey: string
}

/** What the transport answered. */
export interface Receipt {
  readonly httpStatus: number | null
}

export interface FailureFacts {
  /** Trying again cannot help: the receiver is gone, or refuses what it was sent. */
  readonly permanent?: boolean
  readonly httpStatus?: number | null
  /** The receiver asked for this much time. */
  readonly retryAfterMs?: number
  /** It broke off while the message was handed over: the receiver may have it. */
  readonly uncertain?: boolean
  /** It was refused before it was shown, so the next message would be, too. */
  readonly unseen?: boolean
}

/** The messenger failed; the message says how, and holds no secret. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly permanent: boolean
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  readonly uncertain: boolean
  readonly unseen: boolean

  constructor(
    message: string,
    {
      permanent = false,
      httpStatus = null,
      retryAfterMs,
      uncertain = false,
      unseen = false,
      ...options
    }: FailureFacts & ErrorOptions = {},
  ) {
    super(message, options)
    this.permanent = permanent
    this.httpStatus = httpStatus
    this.retryAfterMs = retryAfterMs ?? null
    this.uncertain = uncertain
    this.unseen = unseen
  }
}

export const channelCategories = ['chat', 'pager', 'email', 'phone', 'webhook', 'other'] as const
export type ChannelCategory = (typeof channelCategories)[number]

/** Unless a kind says otherwise. */
export const usuallyTaken: readonly Alert['kind'][] = ['firing', 'resolved']

export type ChannelAudience = 'people' | 'programs' | 'pagers'

export interface ChannelDraft<F extends Fields> {
  type: string
  title: string
  /** `other` when left out. */
  category?: ChannelCategory
  /** One sentence for the person who sets it up: what it does and where the values come from. */
  summary: string
  config: F
  /** Kinds of alert it takes; firing and resolved when omitted. */
  takes?: readonly Alert['kind'][]
  /** How long one attempt may take; ten seconds when omitted. */
  attemptMs?: number
  /** Who reads what it sends: people (when omitted), programs that want each event, or pagers that wake somebody. */
  audience?: ChannelAudience
  /**
   * A webhook as the specification has it: tried twice whatever it answers, and with a limit of its own in the plan.
   */
  isWebhook?: boolean
  /** Whether people who may change the channel can read its `url` again, because it is not a password. */
  isAddressReadable?: boolean
  /** It writes to each recipient by name, and to nobody when there are none. */
  needsRecipients?: boolean
  /** Rules that look at several keys at once. Each problem is `key: rule`. */
  examine?(config: Partial<ConfigOf<F>>): string[]
  /** Who gets it, masked, where the config or the people say so. */
  recipient?(config: ConfigOf<F>, people: readonly Recipient[]): string | null
  /**
   * What people, or as an object programs, get to see of an alert, without secrets; headline and facts when omitted.
   */
  preview?(alert: Alert): string | object
  /** Resolves when the receiver took it; otherwise throws DeliveryFailed. */
  send(alert: Alert, config: ConfigOf<F>, context: SendContext): Promise<Receipt>
}

export interface ChannelPreview {
  /** Null where the text is all there is. */
  readonly title: string | null
  readonly text: string
}

export interface ChannelKind extends Required<
  Omit<ChannelDraft<Fields>, 'config' | 'examine' | 'recipient' | 'preview' | 'send'>
> {
  readonly config: Fields
  readonly secrets: readonly string[]
  examine(config: Record<string, unknown>): string[]
  recipient(config: Record<string, unknown>, people: readonly Recipient[]): string | null
  preview(alert: Alert): ChannelPreview
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
  const { examine, recipient, send } = draft as unknown as Partial<Pick<ChannelKind, 'examine' | 'recipient'>> &
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
    takes: draft.takes ?? usuallyTaken,
    attemptMs: draft.attemptMs ?? 10_000,
    audience: draft.audience ?? 'people',
    isWebhook: draft.isWebhook ?? false,
    isAddressReadable: draft.isAddressReadable ?? false,
    needsRecipients: draft.needsRecipients ?? false,
    secrets: Object.keys(config).filter((key) => config[key]?.notes.secret),
    examine: examine ?? (() => []),
    recipient: (given, people) => recipient?.({ ...defaults, ...given }, people) ?? null,
    preview: (alert) => previewOf(alert, draft.preview?.(alert)),
    send: (alert, given, context) => send(alert, { ...defaults, ...given }, context),
  }
}

const maxPreview = 4000

function previewOf(alert: Alert, own: string | object | undefined): ChannelPreview {
  if (own === undefined) return { title: headline(alert), text: plainText(alert, maxPreview) }
  return { title: null, text: typeof own === 'string' ? own : JSON.stringify(own, null, 2) }
}

/** Everything wrong with a config, each as `config.key: rule`; nothing means that it is fit to be kept. */
export function channelProblems(kind: ChannelKind, config: Record<string, unknown>): string[] {
  return fieldProblems(kind.config, config, () => kind.examine(config))
}
