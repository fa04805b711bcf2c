// Which headers of a request are nobody's to read: those whose names say that they are credentials.
import type { PartlySecret } from '../domain/field.ts'

interface ConfiguredHeader {
  readonly key: string
  readonly value: string
}

const credential = /(authorization|cookie|key|token|secret|password)$/i

/** Whether something of this name lets its holder in. */
export const isCredential = (name: string): boolean => credential.test(name)

export const secretHeaders: PartlySecret = {
  conceal: (value, mask) =>
    isHeaders(value) ? value.map((header) => (isCredential(header.key) ? { ...header, value: mask } : header)) : value,
  restore(sent, stored, mask) {
    if (!isHeaders(sent)) return sent
    const left = isHeaders(stored) ? [...stored] : []
    return sent.map((header) => {
      if (header.value !== mask) return header
      const index = left.findIndex(({ key }) => key.toLowerCase() === header.key.toLowerCase())
      // Of several headers of one name each keeps its own value.
      return index === -1 ? header : { ...header, value: left.splice(index, 1)[0]!.value }
    })
  },
  isMasked: (sent, mask) => !isHeaders(sent) || sent.some(({ value }) => value === mask),
}

function isHeaders(value: unknown): value is ConfiguredHeader[] {
  const isHeader = (part: unknown): part is ConfiguredHeader =>
    part !== null && typeof part === 'object' && 'key' in part && 'value' in part && typeof part.key === 'string'
  return Array.isArray(value) && value.every(isHeader)
}
