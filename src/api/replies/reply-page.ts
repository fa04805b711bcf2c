// The page of a link in an alert: what fails, since when, who is next, and one large button. It needs no script.
import type { Span } from '../../domain/span.ts'
import type { ReplyResult } from '../../domain/notifying/reply.ts'
import { durationText } from '../../domain/time/format.ts'
import type { LinkView, LinkedIncident } from '../../operations/replies/links.ts'
import { type Markup, html, trusted } from '../../pages/html.ts'
import { mark } from '../../pages/parts/shapes.ts'
import { hashOf, tokens } from '../../pages/parts/style.ts'
import { type ReplyTexts, replyTexts } from './reply-texts.ts'

export type ReplyLanguage = keyof typeof replyTexts

const style = `${tokens}
:root{--ink:light-dark(#10251f,#0d1714);--ink-t:light-dark(#b7c9c1,#a3b3ac)}
*{box-sizing:border-box;margin:0}
body{font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
color:var(--text);background:var(--canvas);overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:10px;padding:14px 20px;background:var(--ink);color:#f3f7f5;font-weight:600}
header small{margin-inline-start:auto;color:var(--ink-t);font-weight:400;font-size:.8125rem}
main{width:min(440px,100%);margin:0 auto;padding:24px 20px 32px;display:grid;gap:16px}
.card{display:grid;gap:6px;padding:16px;background:var(--surface);border:1px solid var(--border);
border-inline-start:4px solid var(--f);border-radius:10px}
.critical{--f:var(--down);--t:var(--down-t);--s:var(--down-s)}
.warning{--f:var(--degraded);--t:var(--degraded-t);--s:var(--degraded-s)}
.acknowledged{--f:var(--maintenance);--t:var(--maintenance-t);--s:var(--maintenance-s)}
.resolved{--f:var(--up);--t:var(--up-t);--s:var(--up-s)}
.idle,.closed{--f:var(--idle);--t:var(--idle-t);--s:var(--idle-s)}
.pill{justify-self:start;padding:1px 10px;border-radius:99px;background:var(--s);color:var(--t);font-size:.75rem;
font-weight:600}
h1,h2{font-size:1.375rem;line-height:1.25;letter-spacing:-.01em}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 14px;margin-top:6px;font-size:.8125rem}
dt,.muted{color:var(--muted)}.muted{font-size:.8125rem}
dd{font-variant-numeric:tabular-nums}
.bars{display:block;width:100%;height:28px;margin-top:8px}.bars .u{fill:var(--up-q)}.bars .d{fill:var(--down)}
form,.row{display:grid;gap:10px}.row{grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}
.big,.btn{display:flex;align-items:center;justify-content:center;width:100%;min-height:44px;padding:8px 12px;
border:1px solid var(--strong);border-radius:10px;background:var(--surface);color:var(--text);font:inherit;
font-size:.875rem;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
.big{min-height:52px;border:0;background:var(--accent);color:var(--on-accent);font-size:1.0625rem;font-weight:600}
.big.acknowledge{background:var(--down);color:light-dark(#fff,#2a0a05)}
a{color:var(--accent);text-underline-offset:3px}
p a{display:inline-block;padding:4px 0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
`

export const replyPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const styleTag = trusted(`<style>${style}</style>`)

export function replyPage({ action, result, incident }: LinkView, language: ReplyLanguage): string {
  const texts = replyTexts[language]
  const note = result && noteOf(result, texts)
  const isRefused = result?.outcome === 'forbidden'
  const url = isRefused ? null : (incident?.url ?? result?.incidentUrl ?? null)
  const isPersonal = result === null && incident !== null && incident.person !== null
  return html`<!doctype html>
    <html lang="${language}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${note?.title ?? texts.actions[action].question} · Lapwing</title>
      ${styleTag}
      <header>${mark}Lapwing<small>${incident?.organizationName ?? ''}</small></header>
      <main>
        ${note && noteCard(note, { incident, texts })}
        ${incident && incidentCard(incident, { texts, isFirst: note === null })}
        ${incident && replyForms(incident, { texts, hasLarge: result === null })}
        ${
          url !== null &&
          html`<p class="muted">
            <a href="${url}">${texts.openIncident}</a>${isPersonal && html` · ${texts.forwarded}`}
          </p>`
        }
      </main>
    </html>`.text
}

interface Note {
  readonly tone: 'resolved' | 'idle'
  readonly title: string
  readonly text: string
  /** Whether others are alerted of the incident, too. */
  readonly isDone: boolean
}

function noteOf({ outcome, action, by, sentence }: ReplyResult, texts: ReplyTexts): Note {
  if (outcome === 'done' || outcome === 'already') {
    const { effect, [outcome]: title } = texts.actions[action]
    const text = [by === null ? '' : texts.by(by), outcome === 'done' ? effect : ''].filter(Boolean).join(' ')
    return { tone: 'resolved', title, text, isDone: true }
  }
  const { title, text } = texts.outcomes[outcome]
  return { tone: outcome === 'resolved' ? 'resolved' : 'idle', title, text: text || sentence, isDone: false }
}

function noteCard(
  { tone, title, text, isDone }: Note,
  { incident, texts }: { incident: LinkedIncident | null; texts: ReplyTexts },
): Markup {
  const others = (incident?.notified ?? []).filter((name) => name !== incident?.person)
  return html`<section class="card ${tone}" role="status">
    <h1>${title}</h1>
    ${text !== '' && html`<p>${text}</p>`}
    ${isDone && others.length > 0 && html`<p class="muted">${texts.alsoAlerted(listed(others, texts))}</p>`}
  </section>`
}

const listed = (names: readonly string[], { locale }: ReplyTexts): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

function incidentCard(incident: LinkedIncident, { texts, isFirst }: { texts: ReplyTexts; isFirst: boolean }): Markup {
  const { status, severity, isClosed, lastHour, now } = incident
  const state = status === 'firing' ? severity : isClosed ? 'closed' : status
  const title = titleOf(incident, texts)
  const problem = texts.problem(incident.problem)
  return html`<section class="card ${state}">
    <span class="pill">${texts.states[state]}</span>
    ${isFirst ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    <p>${problem !== null && sentence(problem)} ${meaningOf(incident, texts)}</p>
    <dl>
      ${rowsOf(incident, texts).map(
        ([label, value]) =>
          html`<dt>${label}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${lastHour && bars(lastHour, { now, texts })}
  </section>`
}

function titleOf({ status, severity, name, isClosed }: LinkedIncident, texts: ReplyTexts): string {
  if (isClosed) return texts.isClosed(name)
  if (status === 'resolved') return texts.hasRecovered(name)
  return severity === 'critical' ? texts.isDown(name) : name
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

const meaningOf = ({ cause, diagnosis }: LinkedIncident, { causes }: ReplyTexts): string =>
  causes ? causes[cause] : (diagnosis ?? '')

function rowsOf(incident: LinkedIncident, texts: ReplyTexts): [string, string | Markup][] {
  const { labels } = texts
  const { severity, failingSince, resolvedAt, now, locations, acknowledgedBy, closedBy, affected } = incident
  const duration = durationText((resolvedAt ?? now).getTime() - failingSince.getTime())
  const label = resolvedAt ? labels.lasted : severity === 'critical' ? labels.downFor : labels.failingFor
  const paged = pagedText(incident, texts)
  return [
    [label, texts.since(duration, timeText(failingSince, incident, texts))],
    ...(texts.problem(incident.problem) === null
      ? [[labels.reported, html`<span lang="en">${incident.problem}</span>`] as [string, Markup]]
      : []),
    ...(locations.length > 0 ? [[labels.confirmed, texts.from(listed(locations, texts))] as [string, string]] : []),
    ...(acknowledgedBy === null ? [] : [[labels.acknowledged, acknowledgedBy] as [string, string]]),
    ...(closedBy === null ? [] : [[labels.closed, closedBy] as [string, string]]),
    ...(paged === '' ? [] : [[labels.paged, paged] as [string, string]]),
    ...(affected > 0 ? [[labels.affected, texts.affected(affected)] as [string, string]] : []),
  ]
}

function pagedText({ paging: { last, next }, now, person }: LinkedIncident, texts: ReplyTexts): string {
  const named = (names: readonly string[]): string =>
    listed(
      names.map((name) => (name === person ? texts.you : name)),
      texts,
    )
  const wholeMinutes = (ms: number): string => durationText(Math.ceil(Math.max(ms, 1) / 60_000) * 60_000)
  const [first] = next
  const names = first?.whom.map(({ name }) => name) ?? []
  const wait = first && first.at > now ? wholeMinutes(first.at.getTime() - now.getTime()) : null
  return [
    last ? texts.paged(named(last.whom), wholeMinutes(now.getTime() - last.at.getTime())) : '',
    names.length > 0 ? texts.next(named(names), wait) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const dayMs = 86_400_000

/** `03:14 (Europe/Berlin)`; with the day if it was another. */
function timeText(at: Date, { now, timezone }: LinkedIncident, { locale }: ReplyTexts): string {
  const isToday = now.getTime() - at.getTime() < dayMs / 2
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  const format = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: timezone } as const
  return `${new Intl.DateTimeFormat(locale, format).format(at)} (${timezone})`
}

const barCount = 20
const barMs = 3 * 60_000

/** The last hour in bars of three minutes. */
function bars(spans: readonly Span[], { now, texts }: { now: Date; texts: ReplyTexts }): Markup {
  const start = now.getTime() - barCount * barMs
  const isDown = (bar: number): boolean =>
    spans.some(({ from, to }) => from.getTime() < start + (bar + 1) * barMs && to.getTime() >= start + bar * barMs)
  const downMs = spans.reduce((sum, { from, to }) => sum + to.getTime() - Math.max(from.getTime(), start), 0)
  const shapes = Array.from({ length: barCount }, (_, bar) =>
    isDown(bar)
      ? html`<rect class="d" x="${bar * 10}" width="8" height="28" rx="1" />`
      : html`<rect class="u" x="${bar * 10}" y="18" width="8" height="10" rx="1" />`,
  )
  return html`<svg
    class="bars"
    viewBox="0 0 198 28"
    preserveAspectRatio="none"
    role="img"
    aria-label="${texts.lastHour(Math.round(downMs / 60_000))}"
  >
    ${shapes}
  </svg>`
}

/** The reply of the link is the large button; the others are beside each other. */
function replyForms(
  { replies, person, through, channelName }: LinkedIncident,
  { texts, hasLarge }: { texts: ReplyTexts; hasLarge: boolean },
): Markup {
  const [large, ...others] = hasLarge ? replies : [undefined, ...replies]
  const author = person === null ? texts.actsThrough(through, channelName) : ''
  return html`${
    large !== undefined &&
    html`<form method="post">
      <button class="big ${large.action}">
        ${person === null ? texts.actions[large.action].button : texts.actions[large.action].as(person)}
      </button>
      <p class="muted">${texts.actions[large.action].effect} ${author}</p>
    </form>`
  }
  ${others.length > 0 && html`<div class="row">${others.map((one) => (one ? replyButton(one, texts) : null))}</div>`}`
}

/** What cannot be taken back asks on a page of its own. */
function replyButton({ action, token }: LinkedIncident['replies'][number], { actions }: ReplyTexts): Markup {
  const { button } = actions[action]
  return action === 'resolve'
    ? html`<a class="btn" href="/reply/${token}">${button}…</a>`
    : html`<form method="post" action="/reply/${token}"><button class="btn">${button}</button></form>`
}
