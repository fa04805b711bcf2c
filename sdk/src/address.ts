export interface AddressInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

/** Fills in a path and appends the query; omits what is empty and joins lists with commas. */
export function addressOf(path: string, { params = {}, query = {} }: AddressInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}
