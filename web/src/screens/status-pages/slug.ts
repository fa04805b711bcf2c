const maxLength = 50

/** “Halden Outdoor GmbH” as `halden-outdoor-gmbh`. */
export function slugOf(name: string): string {
  const plain = name.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, maxLength).replace(/-$/, '')
}
