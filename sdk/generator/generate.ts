// `npm run sdk`: writes the types of the package, and those of the dashboard.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../src/operations/index.ts'
import { generatedFolders, writeFiles } from './write-types.ts'

const root = join(import.meta.dirname, '../..')

for (const folder of generatedFolders) {
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder))
}
for (const [path, text] of Object.entries(writeFiles(operations))) writeFileSync(join(root, path), text)
