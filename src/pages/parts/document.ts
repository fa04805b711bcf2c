// The HTML document around every public page.
import type { LogoPicture, PageView } from '../../domain/status-page/page-view.ts'
import { type Markup, type MarkupPart, html, trusted } from '../html.ts'
import { type Language, languages, wordsIn } from '../languages.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'
import { script, scriptHash } from './script.ts'
import { mark } from './shapes.ts'
import { style, styleHash } from './style.ts'

export const pagePolicy = (frames: "'none'" | '*'): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `script-src ${scriptHash}`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ')

/** For the preview in the editor. The sandbox blocks forms and new windows. */
export const previewPolicy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

interface Bare {
  readonly language: string
  readonly theme: PageView['theme']
  readonly title: string
  readonly head?: MarkupPart
  readonly scripted?: boolean
}

export function documentOf({ language, theme, title, head = null, scripted = false }: Bare, body: MarkupPart): string {
  return html`<!doctype html>
    <html lang="${language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head} ${styleTag}
      </head>
      <body>
        ${body} ${scripted && scriptTag}
      </body>
    </html> `.text
}

// No extra whitespace: their hashes are in the policy.
const styleTag = trusted(`<style>${style}</style>`)
const scriptTag = trusted(`<script>${script}</script>`)

interface DocumentParts {
  readonly title: string
  readonly main: MarkupPart
  /** Whether search engines may index it. */
  readonly indexed?: boolean
  readonly subscribable?: boolean
}

/** A document of a status page: its name above, languages and feeds below. */
export function pageDocument(view: PageView, visit: PageVisit, around: DocumentParts): string {
  const { title, main, indexed = true, subscribable = true } = around
  const words = wordsFor(visit)
  const base = visit.preview !== undefined && html`<base target="_blank" />`
  const robots = !indexed && html`<meta name="robots" content="noindex" />`
  const head = html`${base}${robots}<link rel="canonical" href="${visit.url}" />
    <link rel="alternate" type="application/rss+xml" title="RSS" href="${linkTo(visit, 'feed.rss')}" />
    <link rel="alternate" type="application/atom+xml" title="Atom" href="${linkTo(visit, 'feed.atom')}" />
    <link rel="alternate" type="application/feed+json" title="JSON" href="${linkTo(visit, 'feed.json')}" /> `
  const support =
    view.supportUrl !== null && html`<a class="btn" href="${view.supportUrl}" rel="noreferrer">${words.support}</a>`
  const body = html`<a class="skip" href="#services">${words.skip}</a>
    <div class="wrap">
      <header class="top">
        <a class="logo" href="${linkTo(visit)}">${nameOf(view, visit)}</a>
        ${support} ${subscribable && html`<a class="btn" href="${linkTo(visit)}#subscribe">${words.getUpdates}</a>`}
      </header>
      <main id="services">${main}</main>
      ${footer(view, visit)}
    </div>`
  return documentOf({ language: visit.language, theme: view.theme, title, head, scripted: !visit.preview }, body)
}

function nameOf({ name, logo, theme }: PageView, visit: PageVisit): Markup {
  // The logo is in the database, which is unreachable while a page is stale.
  if (!logo || visit.stale) return html`${name}`
  const addressOf = (file: string, { hash }: LogoPicture): string => `${visit.base}/${file}?${hash.slice(0, 12)}`
  const address = visit.preview?.logo ?? addressOf('logo.png', logo)
  const dark = logo.dark && (visit.preview?.darkLogo ?? addressOf('logo-dark.png', logo.dark))
  const shown = theme === 'dark' && logo.dark && dark ? { ...logo.dark, address: dark } : { ...logo, address }
  const img = html`<img src="${shown.address}" alt="${name}" width="${shown.width}" height="${shown.height}" />`
  if (theme !== 'auto' || !logo.dark || !dark) return img
  const size = html`width="${logo.dark.width}" height="${logo.dark.height}"`
  return html`<picture
    ><source media="(prefers-color-scheme: dark)" srcset="${dark}" ${size} />
    ${img}</picture
  >`
}

/** Computers without fonts for these languages draw boxes; the English name stays legible. */
const legibleNames: Partial<Record<Language, string>> = { ja: 'Japanese', zh: 'Chinese' }

function nameOfLanguage(language: Language): Markup {
  const own = html`<span lang="${language}">${wordsIn[language].language}</span>`
  const legible = legibleNames[language]
  return legible === undefined ? own : html`<span lang="en">${legible}</span> (${own})`
}

function footer(view: PageView, visit: PageVisit): Markup {
  const words = wordsFor(visit)
  return html`<footer class="foot">
    ${view.footer !== null && html`<p>${view.footer}</p>`}
    <span id="zone" data-text="${words.allTimesIn('%')}">${words.allTimesIn('UTC')}</span>
    <button id="tz" type="button" hidden data-utc="${words.timesInUtc}" data-here="${words.timesHere}"></button>
    ${languages
      .filter((language) => language !== visit.language)
      .map(
        (language) =>
          html`<a hreflang="${language}" href="${linkTo({ ...visit, language, chosen: true })}"
            >${nameOfLanguage(language)}</a
          >`,
      )}
    <a href="${visit.base}/api/v2/summary.json">JSON</a><span class="by-lw">${mark}${words.watchedBy}</span>
  </footer>`
}
