/** The lowercase word for a mount point, service, process or container in a metric name. */
export function hostSlug(name: string): string {
  if (name === '/') return 'root'
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)
  return word || 'other'
}
