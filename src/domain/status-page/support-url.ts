// The address where visitors get help. Only these schemes become links: a page must not run what someone typed.
const schemes = ['https:', 'http:', 'mailto:']

export function supportUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isComplete = url && schemes.includes(url.protocol) && (url.hostname !== '' || url.pathname.includes('@'))
  return isComplete ? null : 'must be a web address such as https://example.com/help, or mailto:help@example.com'
}
