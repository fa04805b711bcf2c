// Host names in one spelling, so that two spellings of a name are the same name: lower case, punycode, no dot at the
// end.
import { domainToASCII } from 'node:url'

const maxLength = 253
// The last label begins with a letter: addresses such as 127.0.0.1 and 0x7f.1 are no names.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const wholeName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/** Null for anything that is no full host name: an address, a single label, a name with a port. */
export function canonicalHostName(text: string): string | null {
  // domainToASCII reads a whole URL authority, and would drop a port, a user or a path without a word.
  if (/[\s:/?#@%\\[\]]/.test(text)) return null
  return nameOrNull(domainToASCII(text))
}

/**
 * The name in a Host header, which may have a port; null for an address in brackets and anything else that is no name.
 */
export function hostNameOfHeader(header: string | undefined): string | null {
  const [, name] = /^([\w.-]+)(?::\d*)?$/.exec(header ?? '') ?? []
  return name === undefined ? null : nameOrNull(name.toLowerCase())
}

function nameOrNull(text: string): string | null {
  const name = text.replace(/\.$/, '')
  return name.length <= maxLength && wholeName.test(name) ? name : null
}
