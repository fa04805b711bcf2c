// Words for named parts of a monitor, such as steps, in the names of their metrics.

export function slugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return slug.slice(0, 64) || otherwise
}

/** Parts whose words are the same, each as `key: rule`. */
export function twinProblems(key: string, slugs: readonly string[]): string[] {
  return slugs.flatMap((slug, index) => {
    const first = slugs.indexOf(slug)
    return first < index
      ? [`${key}[${index}].name: must differ from ${key}[${first}].name in its letters a-z or digits`]
      : []
  })
}
