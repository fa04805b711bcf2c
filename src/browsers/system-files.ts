// The system files that Chromium and Node need. A box shows these and nothing else of the machine.
import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file or folder that a box can read, and its path inside. */
export interface ReadOnlyMount {
  readonly source: string
  readonly target: string
}

const libraryFolders: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
}

const sharedFolders = ['fonts', 'fontconfig', 'zoneinfo', 'icu', 'mime', 'X11', 'ca-certificates', 'nodejs']

// Some browsers are started by scripts that need a shell and tools; /usr/share/nodejs holds parts of Debian's Node.
const alwaysShown = [
  '/bin',
  '/lib64',
  '/usr/bin',
  '/usr/lib64',
  '/lib/ld-linux-aarch64.so.1',
  '/usr/lib/ld-linux-aarch64.so.1',
  '/usr/lib/locale',
  '/usr/lib/ssl',
  ...sharedFolders.map((name) => `/usr/share/${name}`),
  '/usr/local/share/fonts',
  '/usr/local/share/ca-certificates',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
]

/** Where packages of distributions and Google install the browser: these folders contain nothing else. */
const packageFolders = ['/usr/lib/chromium', '/usr/lib64/chromium-browser', '/opt/google/chrome']

export function systemPaths(chromium: string): string[] {
  // The file in /usr/bin is a script that starts the browser of a package.
  const packages = packageFolders.filter((folder) => isIn(chromium, folder) || isIn(chromium, '/usr/bin'))
  return [...alwaysShown, ...libraryPaths(), ...packages].filter(
    (path, _, all) => kindOf(path) !== null && !isThroughLink(path) && !all.some((other) => isBelow(path, other)),
  )
}

/** Top-level links into /usr on most systems: /bin, /lib. */
export function isLink(path: string): boolean {
  return kindOf(path) === 'link'
}

/**
 * Library folders can contain anything else, so only the one for this processor is shown if there is one.
 */
function libraryPaths(): string[] {
  const own = libraryFolders[process.arch]
  const links = isLink('/lib') ? ['/lib'] : []
  if (own !== undefined && kindOf(`/usr/lib/${own}`) === 'folder') return [...links, `/lib/${own}`, `/usr/lib/${own}`]
  if (kindOf('/usr/lib64') === 'folder') return links
  return ['/lib', '/usr/lib']
}

const browserFile =
  /^(?:[\w.-]+\.pak|[\w.-]+\.so(?:\.\d+)*|icudtl\.dat|(?:snapshot_blob|v8_context_snapshot)(?:\.\w+)?\.bin)$/
const browserPrograms = ['chrome_crashpad_handler', 'chrome-wrapper', 'vk_swiftshader_icd.json']

/**
 * A browser outside the system: the files that belong to it by name, not the rest of the folder.
 */
export function browserFiles(chromium: string): ReadOnlyMount[] {
  const folder = dirname(chromium)
  if (systemPaths(chromium).some((path) => isIn(folder, path))) return []
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (browserFile.test(entry.name) || browserPrograms.includes(entry.name)))
    .map(({ name }) => name)
  const locales = join(folder, 'locales')
  const paths = [...new Set([basename(chromium), ...names])].map((name) => join(folder, name))
  return [...paths, ...(holdsOnlyLocales(locales) ? [locales] : [])].map((path) => ({ source: path, target: path }))
}

function holdsOnlyLocales(folder: string): boolean {
  if (kindOf(folder) !== 'folder') return false
  return readdirSync(folder, { withFileTypes: true }).every(
    (entry) => entry.isFile() && /^[\w-]+\.pak(?:\.info)?$/.test(entry.name),
  )
}

/** Whether it is the folder itself or inside it. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder)
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

/** The target of a link is shown at its own path, or not at all. */
function isThroughLink(path: string): boolean {
  return realpathSync(dirname(path)) !== dirname(path)
}

function kindOf(path: string): 'file' | 'folder' | 'link' | null {
  try {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) return 'link'
    return stats.isDirectory() ? 'folder' : 'file'
  } catch {
    return null
  }
}
