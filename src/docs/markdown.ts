// Markdown to HTML. HTML in the source is shown as text, and links between files become links between pages.
import { type Tokens, Marked } from 'marked'
import { escapeText } from '../pages/html.ts'

export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

export interface RenderedMarkdown {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** `href` maps a link of the source to an address; null for a file that is not served. */
export function renderMarkdown(source: string, href: (target: string) => string | null): RenderedMarkdown {
  const headings: Heading[] = []
  const nextId = createHeadingIds()
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      html: ({ text }) => escapeText(text),
      heading({ tokens, depth }) {
        const text = plainText(this.parser.parseInline(tokens, this.parser.textRenderer))
        const id = nextId(text)
        headings.push({ depth, id, text })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href: target, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = href(target)
        if (address === null) return text
        const rel = /^https?:/.test(address) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeText(address)}"${rel}>${text}</a>`
      },
      image({ href: target, text }) {
        const address = href(target)
        return address === null ? escapeText(text) : `<img src="${escapeText(address)}" alt="${escapeText(text)}">`
      },
      // Wide blocks scroll by themselves, so they can have the focus.
      code: ({ text }: Tokens.Code) =>
        `<div class="code"><pre tabindex="0"><code>${escapeText(text)}</code></pre></div>\n`,
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        const isNamed = token.header.some(({ text }) => text !== '')
        const head = isNamed ? `<thead>${row(token.header, 'th')}</thead>` : ''
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(source, { async: false })
  return { html, headings }
}

export interface TextSection {
  readonly heading: Heading
  readonly text: string
}

/** The text below each heading, for search. */
export function sectionsOf(source: string): TextSection[] {
  const nextId = createHeadingIds()
  const sections: { heading: Heading; parts: string[] }[] = []
  for (const token of new Marked({ gfm: true }).lexer(source)) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading
      const plain = plainText(text)
      sections.push({ heading: { depth, id: nextId(plain), text: plain }, parts: [] })
    } else sections.at(-1)?.parts.push(plainText(token.raw))
  }
  return sections.map(({ heading, parts }) => ({ heading, text: parts.join(' ').replaceAll(/\s+/g, ' ').trim() }))
}

const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^ *```.*$|^[-:| ]+$|[`*|]/gm, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
    .replaceAll(/ +/g, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The same ids as on GitHub, so that one link works in both places. */
export function createHeadingIds(): (text: string) => string {
  const used = new Map<string, number>()
  return (text) => {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const count = used.get(id) ?? 0
    used.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
