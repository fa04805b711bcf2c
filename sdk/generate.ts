// `npm run sdk`: writes the types of every operation to sdk/api.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../src/operations/index.ts'
import { writeTypes } from './write-types.ts'

writeFileSync(join(import.meta.dirname, 'api.ts'), writeTypes(operations))
