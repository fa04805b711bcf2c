// The origins that a page uses, and their sites.

/** `https://cdn.example.net`, or only the scheme for URLs without a host: `data:`, `mailto:`. */
export function originOf(url: URL): string {
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`
}

export function urlOf(text: string, base: URL): URL | null {
  return URL.parse(text.trim(), base.href)
}

/** `https://host` trusts that origin, a bare host all of its schemes and ports. */
export function trustIn(trusted: readonly string[]): (origin: string) => boolean {
  const origins = new Set<string>()
  const hosts = new Set<string>()
  for (const one of trusted) {
    const isOrigin = /^https:\/\//i.test(one)
    const url = URL.parse(isOrigin ? one : `https://${/^[^[]*:.*:/.test(one) ? `[${one}]` : one}`)
    if (!url) continue
    if (isOrigin) origins.add(originOf(url))
    else hosts.add(url.hostname)
  }
  return (origin) => origins.has(origin) || hosts.has(URL.parse(origin)?.hostname ?? '')
}

/** A host that is known over http is also known over https. */
export function isKnownOrigin(origin: string, known: readonly string[]): boolean {
  return known.includes(origin) || (origin.startsWith('https://') && known.includes(`http${origin.slice(5)}`))
}
