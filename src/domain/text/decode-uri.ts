/** A part of an address without its escapes; unchanged if they are malformed. */
export function decodeUri(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
