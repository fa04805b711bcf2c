import { compareImport } from './compare.ts'
import { importMonitors } from './import.ts'
import { listImportSources } from './sources.ts'
import { switchOverImport } from './switch-over.ts'

export const importOperations = [importMonitors, compareImport, switchOverImport, listImportSources]
