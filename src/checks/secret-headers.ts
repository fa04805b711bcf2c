// Lists of name-value pairs, some of them secret: headers and query parameters of a request.
import type { PartlySecret } from '../domain/field.ts'

interface Pair {
  readonly key: string
  readonly value: string
}

const credential =
  /(authorization|cookie|key|token|secret|password|passwd|passphrase|signature|credentials?|session(-|_)?id|(^|[-_.])(auth|sig|pass|pwd|jwt|session|sid))$/i

/** Whether a value with this name is a credential. */
export const isCredential = (name: string): boolean => credential.test(name)

/** A placeholder is not secret: `Bearer {{token}}`. */
const onlyPlaceholder = /^((Bearer|Basic|Token) )?\{\{\s*\w+\s*\}\}$/i

function secretPairs(isSameName: (one: string, other: string) => boolean): PartlySecret {
  return {
    conceal: (value, mask) =>
      isPairs(value)
        ? value.map((pair) =>
            isCredential(pair.key) && !onlyPlaceholder.test(pair.value) ? { ...pair, value: mask } : pair,
          )
        : value,
    restore(sent, stored, mask) {
      if (sent === mask) return stored ?? sent
      if (!isPairs(sent)) return sent
      const left = isPairs(stored) ? [...stored] : []
      return sent.map((pair) => {
        if (pair.value !== mask) return pair
        const index = left.findIndex(({ key }) => isSameName(key, pair.key))
        // Several pairs of the same name keep their own values.
        return index === -1 ? pair : { ...pair, value: left.splice(index, 1)[0]!.value }
      })
    },
    isMasked: (sent, mask) => !isPairs(sent) || sent.some(({ value }) => value === mask),
  }
}

export const secretHeaders = secretPairs((one, other) => one.toLowerCase() === other.toLowerCase())
export const secretParameters = secretPairs((one, other) => one === other)

function isPairs(value: unknown): value is Pair[] {
  const isPair = (part: unknown): part is Pair =>
    part !== null && typeof part === 'object' && 'key' in part && 'value' in part && typeof part.key === 'string'
  return Array.isArray(value) && value.every(isPair)
}
