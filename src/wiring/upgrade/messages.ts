// What `lapwing upgrade` and the Lapwing that it upgrades tell each other, through files in the data folder.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeOwned } from '../../installation/owned-file.ts'

const request = z.strictObject({
  /** Only this process is meant. */
  pid: z.int(),
  /** The command that asks; if it is killed, nothing changes. */
  command: z.strictObject({ pid: z.int(), born: z.string() }),
  /** The folder of the new version. */
  installation: z.string().startsWith('/'),
  link: z.string().startsWith('/'),
  timeoutMs: z.int().min(1000),
  knownProblems: z.array(z.string()),
})
const report = z.strictObject({
  pid: z.int(),
  phase: z.enum(['trying', 'ready', 'failed']),
  /** The process of the new version, which does not stay. */
  trial: z.int().optional(),
  reason: z.string(),
})

export type UpgradeRequest = z.infer<typeof request>
export type UpgradeReport = z.infer<typeof report>

const requestFile = (dataDir: string): string => join(dataDir, 'upgrade-request.json')
const reportFile = (dataDir: string): string => join(dataDir, 'upgrade-report.json')

export const sendRequest = (dataDir: string, message: UpgradeRequest): void =>
  writeOwned(requestFile(dataDir), JSON.stringify(message))
export const sendReport = (dataDir: string, message: UpgradeReport): void =>
  writeOwned(reportFile(dataDir), JSON.stringify(message))

export const readRequest = (dataDir: string): UpgradeRequest | null => read(requestFile(dataDir), request)
export const readReport = (dataDir: string): UpgradeReport | null => read(reportFile(dataDir), report)

export function clearMessages(dataDir: string): void {
  for (const file of [requestFile(dataDir), reportFile(dataDir)]) rmSync(file, { force: true })
}

function read<Message>(file: string, schema: z.ZodType<Message>): Message | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
