import { CommandError } from './exit-codes.ts'

export const usualLimit = 50

export function parseLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit: must be a whole number above 0.')
  return limit
}

/** The first items of a list; pages after them are not requested. */
export async function take<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = []
  if (limit <= 0) return taken
  for await (const item of items) if (taken.push(item) >= limit) break
  return taken
}
