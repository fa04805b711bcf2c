// Lapwing runs TypeScript directly, which needs a recent Node. If the installed one is older, a package provides one.
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Whether npm installed Lapwing and what it needs. Node runs no TypeScript there. */
export const isNpmPackage = root.split(sep).includes('node_modules')

/** The folder of a package: npm may have installed it beside Lapwing. */
export function folderOfPackage(name, home = root) {
  const folders = [join(home, 'node_modules'), ...(isNpmPackage && home === root ? [dirname(root)] : [])]
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder))
}

export function runsTypeScript(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

export function packagedNode() {
  const system = { linux: 'linux', win32: 'win' }[process.platform]
  const folder = folderOfPackage(`node-${system}-${process.arch}`)
  const program = folder && join(folder, 'bin', system === 'win' ? 'node.exe' : 'node')
  return program && existsSync(program) ? program : undefined
}

/**
 * npm puts the packaged Node first in the PATH, so set-up may run with the very program that it must not remove.
 */
export const isPackagedNode = () => packagedNode() === process.execPath

/** Whether a package is such a Node. */
export const isRuntime = (path) => /(^|\/)node-(linux|win)-\w+$/.test(path)
