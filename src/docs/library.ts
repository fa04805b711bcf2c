// The pages of the documentation: files below docs/ in the order of its README, and the reference of the API.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ApiDescription, type ApiTag, referenceIndex, referencePage, tagsOf } from './reference.ts'

export interface DocsPage {
  /** Below /docs, such as `on-call` or `reference/monitors`; empty for the contents. */
  readonly path: string
  readonly title: string
  readonly markdown: string
  /** The folder that relative links start from. */
  readonly folder: string
}

export interface DocsEntry {
  readonly path: string
  readonly title: string
  readonly summary: string
}

export interface DocsSection {
  readonly title: string
  readonly entries: readonly DocsEntry[]
}

export interface DocsLibrary {
  readonly sections: readonly DocsSection[]
  /** Undefined if there is no such page. */
  page(path: string): DocsPage | undefined
  picture(name: string): Buffer | undefined
  /** The address of a link in a page; null for a file that is not served. */
  addressOf(page: DocsPage, target: string): string | null
}

const referenceTitle = 'API reference'

export interface DocsSource {
  readonly folder: string
  /** The OpenAPI description. */
  readonly readDescription: () => string
  /** The address of this installation, which examples use. */
  readonly origin: string
}

export function openLibrary({ folder, readDescription, origin }: DocsSource): DocsLibrary {
  const known = new Set(globSync('**/*.{md,png}', { cwd: folder }).map((path) => path.replaceAll('\\', '/')))
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  let description: ApiDescription | undefined
  const api = (): ApiDescription => (description ??= JSON.parse(readDescription()) as ApiDescription)

  const readPage = (path: string): DocsPage | undefined => {
    const file = [`${path}.md`, posix.join(path, 'README.md')].find((name) => known.has(name))
    if (file === undefined) return undefined
    const markdown = withAddress(read(file), origin)
    return { path, title: titleOf(markdown), markdown, folder: posix.dirname(file) }
  }
  const reference = (slug: string): DocsPage | undefined => {
    const tag = tagsOf(api()).find((each) => each.slug === slug)
    return tag && generated(`reference/${slug}`, withAddress(referencePage(api(), tag), origin))
  }
  return {
    get sections() {
      return [...sectionsIn(read('README.md')), { title: referenceTitle, entries: referenceEntries(tagsOf(api())) }]
    },
    page(path) {
      if (path === 'reference') return generated(path, referenceIndex(tagsOf(api())))
      return path.startsWith('reference/') ? reference(path.slice('reference/'.length)) : readPage(path)
    },
    picture: (name) => (known.has(name) && name.endsWith('.png') ? readFileSync(join(folder, name)) : undefined),
    addressOf({ folder: from }, target) {
      if (/^(?:[a-z]+:|#|\/)/.test(target)) return /^(?:https?:|mailto:|#|\/)/.test(target) ? target : null
      const [file = '', anchor] = target.split('#')
      const path = posix.join(from, file)
      if (!known.has(path)) return null
      const address = path.replace(/(?:^|\/)README\.md$/, '').replace(/\.md$/, '')
      return `/docs${address && `/${address}`}${anchor === undefined ? '' : `#${anchor}`}`
    },
  }
}

/** Examples with an address instead of its variable, unless the page sets the variable. */
function withAddress(markdown: string, origin: string): string {
  const addressed = markdown.replaceAll('https://lapwing.example.com', origin)
  const exported = /export LAPWING=\S+/
  return exported.test(addressed)
    ? addressed.replace(exported, `export LAPWING=${origin}`)
    : addressed.replaceAll('$LAPWING/', `${origin}/`)
}

const generated = (path: string, markdown: string): DocsPage => ({
  path,
  title: titleOf(markdown),
  markdown,
  folder: '.',
})

const titleOf = (markdown: string): string => /^# (.*)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? ''

/** Sections are headings of the contents, and their pages are list items: `- [Title](file.md): what it is for`. */
function sectionsIn(contents: string): DocsSection[] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const items = lines.join('\n').matchAll(/^ *- \[([^\]]+)\]\(([\w/-]+)\.md\)(?:: ((?:.|\n(?! *- |\n))*))?/gm)
      return {
        title: title.trim(),
        entries: [...items].map(([, name = '', path = '', summary = '']) => ({
          path: path.replace(/\/README$/, ''),
          title: name,
          summary: summary.replaceAll(/\s+/g, ' ').trim(),
        })),
      }
    })
}

function referenceEntries(tags: readonly ApiTag[]): DocsEntry[] {
  const all = { path: 'reference', title: 'All resources', summary: 'Every resource of the API.' }
  return [all, ...tags.map(({ slug, name }) => ({ path: `reference/${slug}`, title: name, summary: '' }))]
}
