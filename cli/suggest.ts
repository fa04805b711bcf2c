// "Did you mean": the known words that are closest to a mistyped one.

/** A sentence to append, or nothing if no word is close. */
export function didYouMean(typed: string, known: readonly string[], format = (word: string): string => word): string {
  const lower = typed.toLowerCase()
  const limit = Math.max(1, Math.floor(lower.length / 3))
  const close = known
    .map((word) => ({ word, distance: word.startsWith(lower) && lower.length > 1 ? 0 : distanceOf(lower, word) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  const words = [...new Set(close.map(({ word }) => format(word)))].slice(0, 3)
  return words.length > 0 ? ` Did you mean ${words.join(' or ')}?` : ''
}

/** How many letters to insert, remove, replace or swap with their neighbour. */
function distanceOf(from: string, to: string): number {
  let older: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? older[column - 2]! + 1 : Infinity,
      )
    }
    older = previous
    previous = current
  }
  return previous[to.length]!
}
