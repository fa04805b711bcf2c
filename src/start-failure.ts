// Explains in a sentence why Lapwing cannot start.
import { StartupError } from './domain/fault.ts'
import { isAway } from './operations/registry/our-fault.ts'
import { explainDamage } from './store/database/failures.ts'

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

/** Undefined for an error in the program itself. */
export function explainStartFailure(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  return explainDamage(error) ?? explainSystemError(error as SystemError) ?? explainLostDatabase(error as SystemError)
}

function explainSystemError(error: SystemError): string | undefined {
  const { code, message, syscall, path, address, port, hostname } = error
  const place = `${address}:${port}`
  if (code === 'EADDRINUSE')
    return `Another program already listens on ${place}. Stop it, or choose another LAPWING_PORT.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Change LAPWING_HOST.`
  if (syscall === 'getaddrinfo') return `There is no address for ${hostname}. Change LAPWING_HOST.`
  if (syscall === 'listen') return `Lapwing may not listen on ${place} (${code}). Choose a LAPWING_PORT above 1023.`
  if (syscall === 'mkdir') return `The folder ${path} cannot be created (${code}). Change LAPWING_DATA_DIR.`
  if (code === 'EACCES') return `Not allowed: ${message}`
  return undefined
}

// For a file, the same code (such as ENOENT) comes with another system call.
const socketCalls = new Set([undefined, 'connect', 'read', 'write'])

function explainLostDatabase(error: SystemError): string | undefined {
  if (!isAway(error) || !socketCalls.has(error.syscall)) return undefined
  return (
    `The database went away while Lapwing was starting (${error.message}). Start Lapwing again once it can be ` +
    'reached.'
  )
}
