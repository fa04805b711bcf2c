// The text of one email of the queue, in the language of its recipient.
import { escapeSlack } from '../../channels/shared/escape.ts'
import {
  type SubscriberChannel,
  type SubscriberSecrets,
  subscriberContext,
} from '../../domain/status-page/subscriber.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { Vault } from '../../domain/vault.ts'
import { openReadable } from '../../domain/vault.ts'
import {
  type EmailText,
  type NoticeWords,
  factsOf,
  noticeEmail,
  confirmationEmail,
  stageOf,
} from '../../pages/emails.ts'
import { textOf, titleOfIncident } from '../../pages/text/notices.ts'
import type { DueEmail } from '../../store/status-pages/subscriber-emails.ts'

export interface WrittenEmail extends EmailText {
  readonly due: DueEmail
  readonly address: string
  readonly manage: string
  readonly stop: string
  readonly notice: NoticeWords | null
}

/** Null if no known key decrypts the address. */
export function writeEmail(due: DueEmail, { vault, origin }: { vault: Vault; origin: string }): WrittenEmail | null {
  const opened = openReadable(vault, due.sealed, subscriberContext(due.subscriberId))
  if (opened === null) return null
  const { address, token } = JSON.parse(opened) as SubscriberSecrets
  const page = `${origin}/status/${due.page.slug}`
  const links = { manage: `${page}/subscription/${token}`, stop: `${page}/unsubscribe/${token}` }
  const about = { pageName: due.page.name, language: due.language, confirmed: due.confirmed }
  const notice = due.notice && noticeWords(due.notice, due.language, page)
  const text = notice ? noticeEmail(notice, about, links) : confirmationEmail(about, links)
  return { due, address, notice, ...links, ...text }
}

function noticeWords(
  { event, outageOf, ...notice }: NonNullable<DueEmail['notice']>,
  language: PageLanguage,
  page: string,
): NoticeWords {
  const at = (text: string | null): Date | null => (text === null ? null : new Date(text))
  return {
    ...notice,
    title: outageOf === null ? notice.title : titleOfIncident(language, outageOf),
    body: event === null ? notice.body : textOf(event, language),
    at: new Date(notice.at),
    scheduledStart: at(notice.scheduledStart),
    scheduledEnd: at(notice.scheduledEnd),
    url: `${page}/incidents/${notice.announcementId}`,
  }
}

/** The message for a Slack webhook. */
function slackMessage({ due, notice, subject, text, manage, stop }: WrittenEmail): object {
  if (!notice) return { text: escapeSlack(text) }
  const title = `*<${escapeSlack(notice.url)}|${escapeSlack(notice.title)}>*`
  const facts = factsOf(notice, due.language).map(escapeSlack)
  const lines = [title, ...facts, `*${escapeSlack(stageOf(notice, due.language))}* ${escapeSlack(notice.body)}`]
  const links = `<${escapeSlack(manage)}|…> · <${escapeSlack(stop)}|×>`
  return {
    text: escapeSlack(subject),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: lines.join('\n').slice(0, 2900) } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: links }] },
    ],
    unfurl_links: false,
  }
}

/** The body for a webhook: the confirmation request with its link, or the notice with all details. */
function hookMessage({ due, notice, text, manage, stop }: WrittenEmail): object {
  if (!notice)
    return { type: due.confirmed ? 'subscription.manage' : 'subscription.confirm', message: text, confirm_url: manage }
  const { url, title, body, status, type, components, scheduledStart, scheduledEnd, at } = notice
  return {
    type: 'announcement.updated',
    page: due.page,
    announcement: {
      id: due.notice!.announcementId,
      type,
      title,
      status,
      body,
      affected_components: components,
      scheduled_start: scheduledStart?.toISOString() ?? null,
      scheduled_end: scheduledEnd?.toISOString() ?? null,
      updated_at: at.toISOString(),
      url,
    },
    manage_url: manage,
    unsubscribe_url: stop,
  }
}

/** The body of the request, by kind of receiver. */
export const hookMessages: Record<SubscriberChannel, (email: WrittenEmail) => object> = {
  email: hookMessage,
  slack: slackMessage,
  webhook: hookMessage,
}
