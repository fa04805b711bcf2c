// What is served below /docs. Nothing is read or rendered before it is requested.
import { type DocsLibrary, type DocsPage, type DocsSource, openLibrary } from './library.ts'
import { renderMarkdown, sectionsOf } from './markdown.ts'
import { docsDocument } from './page.ts'
import { type FoundSection, type Search, type SearchableSection, createSearch } from './search.ts'

export { docsPolicy } from './page.ts'

export interface DocsFile {
  readonly type: string
  readonly body: string | Buffer
  readonly isFound: boolean
}

export interface DocsSite {
  /** The file at an address below /docs, such as `on-call` or `on-call.md`. */
  fileAt(path: string): DocsFile
  search(query: string): FoundSection[]
  /** All guides as one Markdown text. */
  wholeText(): string
}

const htmlType = 'text/html; charset=utf-8'
const markdownType = 'text/markdown; charset=utf-8'

export function openDocs(source: DocsSource): DocsSite {
  const library = openLibrary(source)
  let search: Search | undefined
  return {
    fileAt: (path) => fileIn(library, path) ?? notFound(library),
    search: (query) => (search ??= createSearch(searchableSections(library)))(query),
    wholeText: () => guidesOf(library).join('\n\n---\n\n'),
  }
}

function fileIn(library: DocsLibrary, path: string): DocsFile | undefined {
  if (path.endsWith('.png')) {
    const body = library.picture(path)
    return body && { type: 'image/png', body, isFound: true }
  }
  if (path.endsWith('.md')) {
    const page = library.page(path.slice(0, -'.md'.length).replace(/(?:^|\/)README$/, ''))
    return page && { type: markdownType, body: page.markdown, isFound: true }
  }
  const page = library.page(path)
  return page && { type: htmlType, body: documentOf(library, page), isFound: true }
}

function documentOf(library: DocsLibrary, page: DocsPage): string {
  const { html, headings } = renderMarkdown(page.markdown, (target) => library.addressOf(page, target))
  const entry = library.sections.flatMap(({ entries }) => entries).find(({ path }) => path === page.path)
  const content = {
    path: page.path,
    title: page.title,
    summary: entry?.summary ?? '',
    body: html,
    headings,
    hasSource: true,
  }
  return docsDocument(library.sections, content)
}

const missing = '<h1>Page not found</h1>\n<p>Search above, or choose a page from the contents.</p>\n'

function notFound(library: DocsLibrary): DocsFile {
  const content = {
    path: 'not-found',
    title: 'Page not found',
    summary: '',
    body: missing,
    headings: [],
    hasSource: false,
  }
  return { type: htmlType, body: docsDocument(library.sections, content), isFound: false }
}

// Operations are found by their headings; the text of guides is searched as a whole.
const maxReferenceText = 120

function searchableSections(library: DocsLibrary): SearchableSection[] {
  return library.sections
    .flatMap(({ entries }) => entries)
    .flatMap(({ path, summary }) => {
      const page = library.page(path)
      if (!page) return []
      const maxText = path.startsWith('reference') ? maxReferenceText : Infinity
      return sectionsOf(page.markdown).map(({ heading, text }) => ({
        address: `/docs/${path}${heading.depth === 1 ? '' : `#${heading.id}`}`,
        title: page.title,
        summary: heading.depth === 1 ? summary : '',
        heading: heading.text,
        text: text.slice(0, maxText),
      }))
    })
}

const isGuide = ({ path }: { path: string }): boolean => !path.startsWith('reference')

const guidesOf = (library: DocsLibrary): string[] =>
  library.sections
    .flatMap(({ entries }) => entries)
    .filter(isGuide)
    .flatMap(({ path }) => library.page(path)?.markdown.trim() ?? [])
