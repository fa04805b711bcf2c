// What a registry says of a domain, whichever way it was asked. Plain JSON, so that it can be kept.
export interface Registration {
  readonly isRegistered: boolean
  /** Times in ISO 8601; null when the registry does not tell, or not so that it can be read. */
  readonly expiresAt: string | null
  readonly createdAt: string | null
  readonly changedAt: string | null
  readonly registrar: string | null
  /** In lower case and order. */
  readonly nameServers: readonly string[]
  /** As EPP writes them, in lower case and order: `clienttransferprohibited`. */
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

/** Host names without last dots and addresses. */
export function hostNames(texts: readonly string[]): string[] {
  const names = texts.map((text) => (text.trim().split(/[\s,[(]/)[0] ?? '').replace(/\.+$/, '').toLowerCase())
  const isName = (name: string): boolean => /^(?=.{3,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name)
  return [...new Set(names.filter((name) => isName(name) && !/^[\d.]+$/.test(name)))].sort().slice(0, maxNames)
}

/** What others wrote, fit to be shown and stored. */
export function plainText(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const plain = text
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return plain === '' ? null : plain
}
