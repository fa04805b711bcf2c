// The page on which subscribers confirm, change and end their subscription.
import type { PageView } from '../../domain/status-page/page-view.ts'
import { type Markup, html } from '../html.ts'
import { pageDocument } from '../parts/document.ts'
import { type PageVisit, wordsFor } from '../visit.ts'

export interface Subscription {
  readonly token: string
  readonly confirmed: boolean
  /** Empty means all. */
  readonly componentIds: readonly string[]
  readonly kinds: readonly ('incident' | 'maintenance')[]
}

export function subscriptionPage(view: PageView, visit: PageVisit, subscription: Subscription): string {
  const { subscription: words } = wordsFor(visit)
  const { token, confirmed, componentIds, kinds } = subscription
  const all = componentIds.length === 0
  const main = html`<h1>${words.title(view.name)}</h1>
    <form method="post" action="${visit.base}/subscription/${token}">
      <fieldset>
        <legend>${words.choose}</legend>
        ${tick('all', 'yes', { label: words.all, on: all })}
        ${view.components.map(({ id, name }) => tick('component', id, { label: name, on: componentIds.includes(id) }))}
      </fieldset>
      <fieldset>
        <legend>${words.which}</legend>
        ${tick('kind', 'incident', { label: words.incidents, on: kinds.includes('incident') })}
        ${tick('kind', 'maintenance', { label: words.maintenance, on: kinds.includes('maintenance') })}
      </fieldset>
      <button class="btn primary">${confirmed ? words.save : words.confirm}</button>
    </form>
    ${confirmed && stopForm(visit, token)}`
  return pageDocument(view, visit, { title: words.title(view.name), main, indexed: false, subscribable: false })
}

export function unsubscribePage(view: PageView, visit: PageVisit, token: string): string {
  const { subscription: words } = wordsFor(visit)
  const main = html`<h1>${words.stopTitle}</h1>
    ${stopForm(visit, token)}`
  return pageDocument(view, visit, { title: words.stopTitle, main, indexed: false, subscribable: false })
}

const stopForm = (visit: PageVisit, token: string): Markup =>
  html`<form class="pager" method="post" action="${visit.base}/unsubscribe/${token}">
    <button class="btn">${wordsFor(visit).subscription.stop}</button>
  </form>`

const tick = (name: string, value: string, { label, on }: { label: string; on: boolean }): Markup =>
  html`<label class="tick"
    ><input type="checkbox" name="${name}" value="${value}" ${on && html` checked`} />${label}</label
  >`
