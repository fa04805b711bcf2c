// Normalizes hostnames to lower case and punycode without a trailing dot, so that they can be compared.
import { domainToASCII } from 'node:url'

const maxLength = 253
// The last label begins with a letter, which excludes addresses such as 127.0.0.1 and 0x7f.1.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const wholeName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/** Returns null unless the text is a full hostname: no address, single label or port. */
export function canonicalHostName(text: string): string | null {
  // domainToASCII parses a URL authority and would silently drop a port, user or path.
  if (/[\s:/?#@%\\[\]]/.test(text)) return null
  return nameOrNull(domainToASCII(text))
}

/** The name in a Host header, which may have a port; null for addresses and invalid names. */
export function hostNameOfHeader(header: string | undefined): string | null {
  const [, name] = /^([\w.-]+)(?::\d*)?$/.exec(header ?? '') ?? []
  return name === undefined ? null : nameOrNull(name.toLowerCase())
}

function nameOrNull(text: string): string | null {
  const name = text.replace(/\.$/, '')
  return name.length <= maxLength && wholeName.test(name) ? name : null
}
