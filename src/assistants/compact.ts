// Makes results short: an assistant pays for every null and every empty list.

/** The object without null, undefined and empty lists. */
export function compact<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each))) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
