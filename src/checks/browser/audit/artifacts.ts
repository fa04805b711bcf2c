import type { Artifact } from '../../../domain/outcome.ts'
import type { ProgramResult } from '../../../browsers/index.ts'
import type { Masker } from '../../masking.ts'

/** The report is text, in which a page may have repeated what it was sent. */
export function artifactsOf(files: ProgramResult['files'], masker: Masker): Artifact[] {
  return files.flatMap(({ name, bytes }): Artifact[] => {
    const [, type] = /^screenshot\.(webp|jpeg|png)$/.exec(name) ?? []
    if (type) return [{ kind: 'screenshot', name, contentType: `image/${type}`, bytes }]
    if (name !== 'report.html') return []
    return [{ kind: 'report', name, contentType: 'text/html', bytes: Buffer.from(masker.text(bytes.toString())) }]
  })
}
