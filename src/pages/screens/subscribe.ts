// The subscription form.
import type { PageView } from '../../domain/status-page/page-view.ts'
import { type SubscriberChannel, isMailbox, subscriberChannels } from '../../domain/status-page/subscriber.ts'
import { type Markup, html } from '../html.ts'
import { pageDocument } from '../parts/document.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'

export interface SubscribeFormInput {
  readonly channel: SubscriberChannel
  readonly address: string
  readonly problem: 'invalidEmail' | 'invalidHook' | 'tooMany'
}

/** With the submitted input and its error, if any. */
export function subscribeForm(visit: PageVisit, typed: SubscribeFormInput | null = null): Markup {
  const { subscribe: words } = wordsFor(visit)
  const offered = subscriberChannels.filter((channel) => visit.mail || !isMailbox(channel))
  const chosen = typed?.channel ?? offered[0]
  const feed = (name: string, label: string): Markup => html`<a href="${linkTo(visit, name)}">${label}</a>`
  return html`<section class="box" id="subscribe">
    <h2>${words.title}</h2>
    <p>${words.detail}</p>
    ${!visit.mail && html`<p>${words.noMail}</p>`}
    <form class="form" method="post" action="${linkTo(visit, 'subscribe')}">
      <label class="by"
        >${words.by}<select name="channel">
          ${offered.map(
            (channel) =>
              html`<option value="${channel}" ${channel === chosen && html` selected`}>
                ${words.kinds[channel]}
              </option>`,
          )}
        </select></label
      >
      <label
        >${words.address}<input
          name="address"
          required
          maxlength="2000"
          autocomplete="email"
          value="${typed?.address ?? ''}"
          ${
            typed && html` aria-invalid="true" aria-describedby="wrong"`
          }placeholder="${visit.mail ? words.placeholder : 'https://'}"
      /></label>
      <button class="btn primary">${words.button}</button
      >${typed && html`<p class="err" id="wrong" role="alert">${words[typed.problem]}</p>`}
    </form>
    <p>
      ${words.feeds}: ${feed('feed.rss', 'RSS')} · ${feed('feed.atom', 'Atom')} ·
      ${feed('calendar.ics', words.calendar)}
    </p>
  </section>`
}

/** The same for every address, subscribed or not. */
export function subscribedPage(view: PageView, visit: PageVisit): string {
  const { subscribe: words } = wordsFor(visit)
  return messagePage(view, visit, { title: words.sent, detail: words.sentDetail })
}

export function subscribeAgainPage(view: PageView, visit: PageVisit, typed: SubscribeFormInput): string {
  const { subscribe: words } = wordsFor(visit)
  const main = html`<h1>${words.title}</h1>
    ${subscribeForm(visit, typed)}`
  return pageDocument(view, visit, { title: words.title, main, indexed: false })
}

export function messagePage(
  view: PageView,
  visit: PageVisit,
  { title, detail = '' }: { title: string; detail?: string },
): string {
  const main = html`<h1>${title}</h1>
    <p class="muted">${detail}</p>
    <p class="pager"><a href="${linkTo(visit)}">${wordsFor(visit).backTo(view.name)}</a></p>`
  return pageDocument(view, visit, { title: `${title} · ${view.name}`, main, indexed: false })
}
