// What the monitors of Uptime Kuma are called in an import.
import { textIn } from '../drafting.ts'

export const kumaKey = (id: unknown): string => `kuma-${textIn(id)}`
