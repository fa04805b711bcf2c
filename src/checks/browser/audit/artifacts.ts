import { buffer } from 'node:stream/consumers'
import type { Artifact } from '../../../domain/outcome.ts'
import type { ProgramResult } from '../../../browsers/index.ts'
import type { Masker } from '../../masking.ts'

/** Masks the report, because a page may have repeated secrets from the request. */
export async function artifactsOf(files: ProgramResult['files'], masker: Masker): Promise<Artifact[]> {
  const artifacts: Artifact[] = []
  for (const { name, bytes } of files) {
    const [, type] = /^screenshot\.(webp|jpeg|png)$/.exec(name) ?? []
    if (type) artifacts.push({ kind: 'screenshot', name, contentType: `image/${type}`, bytes })
    if (name !== 'report.html') continue
    const masked = masker.isEmpty ? bytes : await buffer(masker.stream(piecesOf(bytes)))
    artifacts.push({ kind: 'report', name, contentType: 'text/html', bytes: masked })
  }
  return artifacts
}

const pieceBytes = 256 * 1024

/** Yields to other work between two pieces of a long report. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
