import { vi } from 'vitest'

type Something<Answer> = Exclude<Answer, false | 0 | '' | null | undefined>

/** Waits until this answers with something, as long as a slow machine takes; answers with it. */
export function waitUntil<Answer>(look: () => Answer | Promise<Answer>): Promise<Something<Answer>> {
  return vi.waitUntil(look, { timeout: 60_000, interval: 20 }) as Promise<Something<Answer>>
}
