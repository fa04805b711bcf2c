// Lapwing runs TypeScript directly, which needs a recent Node. If the installed one is older, a package provides one.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export function runsTypeScript(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

export function packagedNode() {
  const system = { linux: 'linux', win32: 'win' }[process.platform]
  const folder = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin')
  const program = join(folder, system === 'win' ? 'node.exe' : 'node')
  return existsSync(program) ? program : undefined
}

/**
 * npm puts the packaged Node first in the PATH, so set-up may run with the very program that it must not remove.
 */
export const isPackagedNode = () => packagedNode() === process.execPath

/** Whether a package is such a Node. */
export const isRuntime = (path) => /(^|\/)node-(linux|win)-\w+$/.test(path)
