// The registration of a domain, from RDAP or WHOIS. Plain JSON, so that it can be stored.
export interface Registration {
  readonly isRegistered: boolean
  /** Times in ISO 8601; null when the registry sends none, or none that can be parsed. */
  readonly expiresAt: string | null
  readonly createdAt: string | null
  readonly changedAt: string | null
  readonly registrar: string | null
  /** In lower case, sorted. */
  readonly nameServers: readonly string[]
  /** EPP status codes in lower case, sorted: `clienttransferprohibited`. */
  readonly statuses: readonly string[]
  readonly isSigned: boolean | null
}

export const free: Registration = {
  isRegistered: false,
  expiresAt: null,
  createdAt: null,
  changedAt: null,
  registrar: null,
  nameServers: [],
  statuses: [],
  isSigned: null,
}

const maxNames = 50
const maxStatuses = 30

/** `Client Transfer Prohibited https://icann.org/epp#…` is `clienttransferprohibited`. */
export function statusNames(texts: readonly string[]): string[] {
  const names = texts.map((text) =>
    text
      .replace(/\(?https?:.*$/i, '')
      .replace(/[^a-z]/gi, '')
      .toLowerCase(),
  )
  return [...new Set(names.filter((name) => name !== '' && name.length <= 60))].sort().slice(0, maxStatuses)
}

/** Hostnames without final dots and addresses. */
export function hostNames(texts: readonly string[]): string[] {
  const names = texts.map((text) => (text.trim().split(/[\s,[(]/)[0] ?? '').replace(/\.+$/, '').toLowerCase())
  const isName = (name: string): boolean => /^(?=.{3,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name)
  return [...new Set(names.filter((name) => isName(name) && !/^[\d.]+$/.test(name)))].sort().slice(0, maxNames)
}

/** Text of a registry, cleaned for display and storage. */
export function plainText(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const plain = text
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return plain === '' ? null : plain
}
