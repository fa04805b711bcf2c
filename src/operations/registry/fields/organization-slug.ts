import { createHash } from 'node:crypto'

export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain || `organization-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}
