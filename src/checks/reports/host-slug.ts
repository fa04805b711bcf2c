/** The lowercase word that a metric names a mount point, a service, a process or a container by. */
export function hostSlug(name: string): string {
  if (name === '/') return 'root'
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)
  return word || 'other'
}
