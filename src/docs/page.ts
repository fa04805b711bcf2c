// The HTML around a page of the documentation: search above, contents beside it, the next page below.
import { type MarkupPart, html, trusted } from '../pages/html.ts'
import { mark } from '../pages/parts/shapes.ts'
import type { DocsEntry, DocsSection } from './library.ts'
import type { Heading } from './markdown.ts'
import { script, scriptHash } from './browser-script.ts'
import { style, styleHash } from './style.ts'

export const docsPolicy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  `script-src ${scriptHash}`,
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface PageContent {
  readonly path: string
  readonly title: string
  readonly summary: string
  /** HTML that renderMarkdown made. */
  readonly body: string
  readonly headings: readonly Heading[]
  /** Whether the page is also served as Markdown. */
  readonly hasSource: boolean
}

export function docsDocument(sections: readonly DocsSection[], page: PageContent): string {
  const title = page.path === '' ? 'Lapwing documentation' : `${page.title} · Lapwing documentation`
  const source = page.path === '' ? '/docs/README.md' : `/docs/${page.path}.md`
  const described = page.summary !== '' && html`<meta name="description" content="${page.summary}" />`
  const alternate = page.hasSource && html`<link rel="alternate" type="text/markdown" href="${source}" />`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${described}${alternate}${styleTag}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <header class="top">
          <a class="home" href="/docs">${mark}Lapwing docs</a>
          <a class="jump" href="#contents">Contents</a>
          <a href="/">Dashboard</a>
          <form class="find" role="search" hidden>
            <input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" />
            <ul class="found"></ul>
            <span role="status" hidden></span>
          </form>
        </header>
        <div class="cols">
          <main id="main">${trusted(page.body)}${footer(sections, page, source)}</main>
          ${contents(sections, page.path)}${ownContents(page.headings)}
        </div>
        ${scriptTag}
      </body>
    </html> `.text
}

// No extra whitespace: their hashes are in the policy.
const styleTag = trusted(`<style>${style}</style>`)
const scriptTag = trusted(`<script>${script}</script>`)

const addressOf = ({ path }: { path: string }): string => `/docs/${path}`

function contents(sections: readonly DocsSection[], current: string): MarkupPart {
  return html`<nav class="toc" id="contents" aria-label="Documentation">
    ${sections.map(
      ({ title, entries }) =>
        html`<h2>${title}</h2>
          <ul>
            ${entries.map((entry) => html`<li>${linkTo(entry, entry.path === current)}</li>`)}
          </ul>`,
    )}
  </nav>`
}

const linkTo = (entry: DocsEntry, isCurrent: boolean): MarkupPart =>
  isCurrent
    ? html`<a href="${addressOf(entry)}" aria-current="page">${entry.title}</a>`
    : html`<a href="${addressOf(entry)}">${entry.title}</a>`

function ownContents(headings: readonly Heading[]): MarkupPart {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.length < 2) return ''
  return html`<nav class="here" aria-labelledby="here">
    <h2 id="here">On this page</h2>
    <ul>
      ${listed.map(({ depth, id, text }) => html`<li class="d${depth}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`
}

function footer(sections: readonly DocsSection[], { path, hasSource }: PageContent, source: string): MarkupPart {
  const all = sections.flatMap(({ entries }) => entries)
  const place = all.findIndex((entry) => entry.path === path)
  const next = place === -1 ? undefined : all[place + 1]
  return html`<p class="foot">
    ${hasSource && html`<a href="${source}">This page as Markdown</a>`}
    ${next !== undefined && html`<a class="next" href="${addressOf(next)}">Next: ${next.title}</a>`}
  </p>`
}
