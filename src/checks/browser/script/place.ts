// Where in a script something is, and its text in a message.
/** Keep binary data out of error messages. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufffd]/gu, '?')

/** Finds the line and column of an offset. */
export function placer(source: string): (offset: number) => { line: number; column: number } {
  const starts = [0]
  for (const end of source.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(end.index + end[0].length)
  return (offset) => {
    const after = starts.findIndex((start) => start > offset)
    const line = after === -1 ? starts.length : after
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}
