// Emails to subscribers: a subject, the same text as plain text and HTML, and one button.
import type { Language } from './languages.ts'
import { wordsIn } from './languages.ts'
import { type Markup, html } from './html.ts'
import { dateText, listText } from './parts/dates.ts'

export interface EmailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface EmailLinks {
  /** Where the subscription is confirmed and changed. */
  readonly manage: string
  readonly stop: string
}

export interface NoticeWords {
  readonly type: 'incident' | 'maintenance'
  readonly title: string
  readonly status: 'investigating' | 'identified' | 'monitoring' | 'resolved'
  readonly body: string
  readonly at: Date
  readonly scheduledStart: Date | null
  readonly scheduledEnd: Date | null
  readonly components: readonly string[]
  readonly url: string
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Asks for confirmation; existing subscribers get a link to change their subscription. */
export function confirmationEmail(
  { pageName, language, confirmed }: { pageName: string; language: Language; confirmed: boolean },
  { manage }: EmailLinks,
): EmailText {
  const { email } = wordsIn[language]
  const subject = oneLine(confirmed ? email.manageSubject(pageName) : email.confirmSubject(pageName))
  const words = confirmed ? email.manage(pageName) : email.confirm(pageName)
  const button = confirmed ? email.manageButton : email.confirmButton
  return {
    subject,
    text: `${words}\n\n${button}:\n${manage}\n`,
    html: emailHtml(
      language,
      html`<p>${words}</p>
        ${buttonTo(manage, button)}`,
    ),
  }
}

export function noticeEmail(
  notice: NoticeWords,
  { pageName, language }: { pageName: string; language: Language },
  { manage, stop }: EmailLinks,
): EmailText {
  const words = wordsIn[language]
  const stage = stageOf(notice, language)
  const facts = factsOf(notice, language)
  const why = words.email.why(pageName)
  return {
    subject: oneLine(`[${pageName}] ${stage}: ${notice.title}`),
    text: [
      notice.title,
      ...facts,
      '',
      `${stage}. ${notice.body}`,
      '',
      `${words.email.read}:\n${notice.url}`,
      '',
      '-- ',
      why,
      `${words.email.manageLink}: ${manage}`,
      `${words.email.stopLink}: ${stop}`,
      '',
    ].join('\n'),
    html: emailHtml(
      language,
      html`<h1 style="font-size:20px">${notice.title}</h1>
        ${facts.map((fact) => html`<p style="color:#4d5c55">${fact}</p>`)}
        <p><b>${stage}</b></p>
        <p style="white-space:pre-line">${notice.body}</p>
        ${buttonTo(notice.url, words.email.read)}
        <p style="color:#4d5c55;font-size:13px">
          ${why} <a href="${manage}">${words.email.manageLink}</a> · <a href="${stop}">${words.email.stopLink}</a>
        </p>`,
    ),
  }
}

/** The status when the email is written. */
export function stageOf({ type, status, at, scheduledStart }: NoticeWords, language: Language): string {
  const words = wordsIn[language]
  if (type === 'incident') return words.announcement[status]
  if (status === 'resolved') return words.maintenance.completed
  return scheduledStart && scheduledStart > at ? words.maintenance.scheduled : words.maintenance.started
}

export function factsOf({ components, scheduledStart, scheduledEnd }: NoticeWords, language: Language): string[] {
  const words = wordsIn[language]
  const moment = (at: Date): string => dateText(at, 'moment', language)
  return [
    ...(components.length > 0 ? [words.affects(listText(components, language))] : []),
    ...(scheduledStart && scheduledEnd ? [words.email.when(moment(scheduledStart), moment(scheduledEnd))] : []),
  ]
}

const buttonStyle =
  'display:inline-block;background:#0e5c4e;color:#fff;padding:10px 16px;border-radius:7px;text-decoration:none'

const buttonTo = (url: string, word: string): Markup => html`<p><a href="${url}" style="${buttonStyle}">${word}</a></p>`

const emailHtml = (language: Language, body: Markup): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title></title>
      </head>
      <body style="font:16px/1.5 system-ui,sans-serif;color:#13211c">
        ${body}
      </body>
    </html>`.text
