/** Does the work for every item, for so many at a time. */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}
