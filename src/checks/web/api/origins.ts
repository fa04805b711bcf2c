// The origin of a step: its secrets are sent only there.
import { beforePlaceholder, hasPlaceholder } from './placeholders.ts'

/**
 * The origin in the url of a step. If a response may choose the host, it is the origin of the target. Null if the url
 * is invalid.
 */
export function namedOrigin(url: string, target: string): string | null {
  if (!hasPlaceholder(url)) return URL.parse(url, target)?.origin ?? null
  const [start] = /^(https?:)?\/\/[^/?#\\]+[/?#\\]/i.exec(beforePlaceholder(url)) ?? []
  return URL.parse(start ?? target, target)?.origin ?? null
}
