// Groups incidents that started together and share something into one line.
export interface Foldable {
  readonly id: number
  readonly fold: string | null
}

export type Line<T> =
  | { readonly kind: 'one'; readonly row: T }
  | { readonly kind: 'many'; readonly shared: string; readonly rows: readonly T[] }

/** Keeps the order; a group takes the place of its first row. */
export function linesOf<T extends Foldable>(rows: readonly T[]): Line<T>[] {
  const folds = new Map<string, T[]>()
  for (const row of rows) if (row.fold !== null) folds.set(row.fold, [...(folds.get(row.fold) ?? []), row])
  const drawn = new Set<string>()
  return rows.flatMap((row): Line<T>[] => {
    const together = row.fold === null ? [] : (folds.get(row.fold) ?? [])
    if (row.fold === null || together.length < 2) return [{ kind: 'one', row }]
    if (drawn.has(row.fold)) return []
    drawn.add(row.fold)
    return [{ kind: 'many', shared: row.fold, rows: together }]
  })
}
