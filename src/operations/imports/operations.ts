import { compareImport } from './compare.ts'
import { importMonitors } from './import.ts'
import { switchOverImport } from './switch-over.ts'

export const importOperations = [importMonitors, compareImport, switchOverImport]
