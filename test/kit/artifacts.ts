// Where tests keep artifacts: a folder of their own, or nowhere.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createFiles } from '../../src/artifacts/files.ts'
import type { KeptIn } from '../../src/engine/probe/kept-artifacts.ts'
import type { Artifact } from '../../src/domain/outcome.ts'
import { newFolder } from './files.ts'

/** For checks that leave nothing behind. */
export const artifactsNowhere: KeptIn = { bytes: createFiles('/dev/null/artifacts'), mostBytes: 0 }

export function artifactsInFolder(mostBytes = 1_000_000): KeptIn & { readonly folder: string } {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  const folder = join(path, 'artifacts')
  return { bytes: createFiles(folder), mostBytes, folder }
}

export function artifact(more: Partial<Artifact> = {}): Artifact {
  return { kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes: Buffer.from('a picture'), ...more }
}
