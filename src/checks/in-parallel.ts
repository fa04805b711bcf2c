/** Does the work for all items, at most `atOnce` at a time; returns the results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = items.entries()
  const workOn = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, workOn))
  return results
}
