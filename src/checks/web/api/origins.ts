// The origin that a step is meant for: its secrets go there and nowhere else.
import { beforePlaceholder, hasPlaceholder } from './placeholders.ts'

/**
 * The origin that the author of the step has named. A url in which an answer may choose the host names none, so such a
 * step is meant for the origin of the target. Null when the url cannot be read.
 */
export function namedOrigin(url: string, target: string): string | null {
  if (!hasPlaceholder(url)) return URL.parse(url, target)?.origin ?? null
  const [start] = /^(https?:)?\/\/[^/?#\\]+[/?#\\]/i.exec(beforePlaceholder(url)) ?? []
  return URL.parse(start ?? target, target)?.origin ?? null
}
