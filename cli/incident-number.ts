import { UsageError } from './exit-codes.ts'

export function parseIncidentNumber(text: string): number {
  const number = Number(text.replace(/^#/, ''))
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new UsageError(`${text}: must be the number of an incident. Run \`lapwing incidents\` for a list.`)
}
