import type { Operation } from '../operations/registry/define.ts'

/** The operations at a path, whatever their method. */
export function operationsAt(operations: readonly Operation[], path: string): Operation[] {
  const parts = path.replace(/\/$/, '').split('/')
  return operations.filter((operation) => fits(operation.path.split('/'), parts))
}

/** Reading always includes HEAD. */
export function methodsOf(operations: readonly Operation[]): string[] {
  return [...new Set(operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

function fits(pattern: string[], parts: string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  )
}
