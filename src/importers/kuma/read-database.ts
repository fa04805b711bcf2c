// A process of its own that reads one database and writes it as JSON, so that a file that takes forever, or that ends
// its reader, ends only this.
import { readKumaDatabase } from './database.ts'

try {
  process.stdout.write(JSON.stringify(readKumaDatabase(process.argv[2] ?? '', { isCopy: true })))
} catch (error) {
  process.stderr.write((error as Error).message)
  process.exitCode = 1
}
