// Text from outside as PostgreSQL can store it: it takes neither NUL nor half of a surrogate pair, in text and in JSON.
const replacement = '\ufffd'

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const storableText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', replacement) : text).toWellFormed()

/** The same value, as it would come back from the database. */
export const storable = (value: unknown): unknown => JSON.parse(storableJson(value))

/** A machine repeats what its targets say; one text that cannot be stored must not cost the whole report. */
export const storableFrom = (bytes: Buffer, value: unknown): unknown =>
  bytes.includes('\\u') ? storable(value) : value

/** JSON whose keys and texts can be stored. */
export function storableJson(value: unknown): string {
  // An escaped backslash is matched too, so that what follows it is not taken for an escape.
  return JSON.stringify(value).replace(/\\(?:\\|u0000|ud[89a-f]..)/g, (escape) =>
    escape === '\\\\' ? escape : replacement,
  )
}
