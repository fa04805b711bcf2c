// Where this installation keeps artifacts: files in its data folder, unless the settings name a store.
import { join } from 'node:path'
import { createFiles } from './artifacts/files.ts'
import type { Clock } from './domain/clock.ts'
import type { KeptIn } from './engine/probe/kept-artifacts.ts'
import type { Settings } from './settings.ts'

const mebibyte = 1024 * 1024

export function artifactsIn({ settings }: { settings: Settings; clock: Clock }): KeptIn {
  const { dataDir, artifactsQuota } = settings
  return { bytes: createFiles(join(dataDir, 'artifacts')), mostBytes: artifactsQuota * mebibyte }
}
