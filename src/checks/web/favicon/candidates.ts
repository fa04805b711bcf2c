// The icons that a page declares, in the order to try.
import { feed } from '../slices.ts'
import { htmlParser } from '../html.ts'

export interface IconLinks {
  readonly icons: readonly URL[]
  readonly manifest: URL | null
}

/** A page may declare dozens, one for every size. One of the first is enough, and each costs a request. */
const maxIcons = 4

export async function iconLinks(html: string, page: URL, signal: AbortSignal): Promise<IconLinks> {
  const icons: string[] = []
  let manifest: string | null = null
  let base: string | null = null
  const parser = htmlParser({
    open(name, { rel = '', href }) {
      if (href === undefined) return
      if (name === 'base') base ??= href
      if (name !== 'link') return
      const relations = rel.toLowerCase().split(/\s+/)
      if (relations.includes('icon') && icons.length < maxIcons) icons.push(href)
      if (relations.includes('manifest')) manifest ??= href
    },
  })
  await feed({ parser, text: html, signal })
  const from = URL.parse(base ?? '', page.href) ?? page
  return { icons: iconUrls(icons, from), manifest: manifest === null ? null : webUrl(manifest, from) }
}

/** The icons of a web app manifest; none if it is invalid. */
export function manifestIcons(text: string, manifest: URL): URL[] {
  try {
    const { icons } = JSON.parse(text) as { icons?: unknown }
    const sources = Array.isArray(icons) ? icons.map((icon: { src?: unknown } | null) => icon?.src) : []
    return iconUrls(sources.filter((src) => typeof src === 'string').slice(0, maxIcons), manifest)
  } catch {
    return []
  }
}

function iconUrls(addresses: readonly string[], base: URL): URL[] {
  return addresses.flatMap((address) => {
    const url = URL.parse(address.trim(), base.href)
    return url && ['http:', 'https:', 'data:'].includes(url.protocol) ? [url] : []
  })
}

function webUrl(address: string, base: URL): URL | null {
  const url = URL.parse(address.trim(), base.href)
  return url && ['http:', 'https:'].includes(url.protocol) ? url : null
}
