import type { Operation } from '../operations/define.ts'

/** The methods served at a path; none when nothing is there. Reading always includes HEAD. */
export function allowedMethods(operations: readonly Operation[], path: string): string[] {
  const parts = path.split('/')
  const here = operations.filter((operation) => operation.audience === 'public' && fits(operation.path.split('/'), parts))
  return [...new Set(here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

function fits(pattern: string[], parts: string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
}
