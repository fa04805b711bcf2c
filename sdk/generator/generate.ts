// `npm run sdk`: writes the types of the package, and those of the dashboard.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../src/operations/index.ts'
import { writeCreatingPaths, writeDashboardTypes, writePublicTypes } from './write-types.ts'

const root = join(import.meta.dirname, '../..')

writeFileSync(join(root, 'sdk/src/api.ts'), writePublicTypes(operations))
writeFileSync(join(root, 'sdk/src/creating-paths.ts'), writeCreatingPaths(operations))
writeFileSync(join(root, 'web/src/api-types.ts'), writeDashboardTypes(operations))
