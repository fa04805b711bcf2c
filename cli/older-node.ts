/** Adds what the command line uses of the language and Node 20 does not have, for the package @lapwing/cli. */
export function completeLanguage(): void {
  Map.groupBy ??= groupBy
}

function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const [index, item] of [...items].entries()) {
    const key = keyOf(item, index)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
