// Imports modules of Lapwing and prints the path of every file that was loaded with them, and the modules of Node.
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(relative(root, fileURLToPath(url)))
    if (url.startsWith('node:')) loaded.add(url)
    return next(url, context)
  },
})
for (const path of process.argv.slice(2)) await import(pathToFileURL(join(root, path)).href)
process.stdout.write(JSON.stringify([...loaded]))
