// Finds what browser programs need on this machine.
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HiddenPath, exposedSecret } from './box-files.ts'
import { openBox } from './box.ts'
import { makeReadable } from './readable.ts'
import { systemCallFilter } from './system-calls.ts'

export interface BrowserInstallation {
  readonly bubblewrap: string
  readonly chromium: string
  readonly node: string
  /** Boxes can be created by root, or by users if the kernel allows it. */
  readonly asRoot: boolean
  /** The content of /programs. */
  readonly programs: readonly { readonly name: string; readonly path: string }[]
  /** Paths that a box must not show. */
  readonly hidden: readonly HiddenPath[]
}

export interface BrowserSearch {
  /** Where to look for the browser instead of the usual places. */
  readonly chromium?: string | null
  /** Where packages were installed if not next to the programs. */
  readonly dataDir?: string
  /** Paths that no script may read, besides the data folder and Lapwing's own files. */
  readonly secretPaths?: readonly HiddenPath[]
  readonly path?: string
}

export type FoundBrowser =
  | { readonly installation: BrowserInstallation; readonly missing: null }
  | { readonly installation: null; readonly missing: string }

const checkout = join(fileURLToPath(import.meta.url), '../../..')
const ourFolder = join(checkout, 'browser')
const programNames = ['audit', 'journey', 'page', 'shared']
// The headless shell first: it starts with half the CPU time. The browser itself before its launcher: Debian's is a
// script that reads settings of the machine.
const usualPlaces = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome-stable',
]

interface BrowserPrograms {
  readonly bubblewrap: string
  readonly chromium: string
  /** The folder of packages. */
  readonly packages: string
}

/** Finds the programs without starting one. A string says what is missing. */
export function findPrograms(search: BrowserSearch = {}): BrowserPrograms | string {
  const { dataDir, path = '/usr/local/bin:/usr/bin:/bin' } = search
  if (process.platform !== 'linux') return 'browser checks run on Linux only'
  if (!systemCallFilter()) return `browser checks run on x64 and arm64 processors only, and this is ${process.arch}`
  const bubblewrap = path
    .split(delimiter)
    .map((folder) => join(folder, 'bwrap'))
    .find(isProgram)
  if (!bubblewrap) return 'there is no bubblewrap (bwrap); on Debian: apt-get install bubblewrap'
  const chromium = findChromium(search)
  if (!chromium)
    return search.chromium
      ? `LAPWING_CHROMIUM (${search.chromium}) is no program that can be started`
      : 'there is no Chromium; on Debian: apt-get install chromium-headless-shell, or name one with LAPWING_CHROMIUM'
  const packages = findPackages(dataDir)
  return packages
    ? { bubblewrap, chromium, packages }
    : 'the packages of browser programs are not installed yet; that happens after the start'
}

/** Finds and tries it: prints the browser's version in a box. */
export async function findBrowser(search: BrowserSearch = {}): Promise<FoundBrowser> {
  const found = findPrograms(search)
  if (typeof found === 'string') return none(found)
  const { bubblewrap, chromium, packages } = found
  const installation = {
    bubblewrap,
    chromium: realpathSync(chromium),
    node: realpathSync(process.execPath),
    asRoot: process.getuid?.() === 0,
    programs: [
      ...['package.json', ...programNames].map((name) => ({ name, path: join(ourFolder, name) })),
      { name: 'node_modules', path: packages },
    ],
    hidden: hiddenPaths(search),
  }
  const problem = exposedSecret(installation) ?? unreadable(installation) ?? (await triedOut(installation))
  return problem === null ? { installation, missing: null } : none(problem)
}

function unreadable({ asRoot, node, programs }: BrowserInstallation): string | null {
  if (!asRoot) return null
  const paths = [node, ...programs.map(({ path }) => path)]
  try {
    makeReadable(paths)
    return null
  } catch (error) {
    return `others than root must be able to read its programs: chmod -R go+rX ${paths.join(' ')} (${String(error)})`
  }
}

/** The folder of box sockets: their paths must be short. */
export const boxFolders = (): string => (tmpdir().length <= 50 ? tmpdir() : '/tmp')

const none = (why: string): FoundBrowser => ({ installation: null, missing: `this location has no browser: ${why}` })

function findChromium({ chromium }: BrowserSearch): string | undefined {
  if (chromium) return isProgram(chromium) ? chromium : undefined
  return [...usualPlaces, ...downloaded()].find(isProgram)
}

const programsOfPlaywright = [
  { build: /^chromium_headless_shell-\d+$/, program: 'chrome-headless-shell-linux64/chrome-headless-shell' },
  { build: /^chromium_headless_shell-\d+$/, program: 'chrome-linux/headless_shell' },
  { build: /^chromium-\d+$/, program: 'chrome-linux64/chrome' },
  { build: /^chromium-\d+$/, program: 'chrome-linux/chrome' },
]

/** Browsers that Playwright has downloaded for this user. */
function downloaded(): string[] {
  const folder = join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(folder)) return []
  const builds = readdirSync(folder)
  return programsOfPlaywright.flatMap(({ build, program }) =>
    builds.filter((name) => build.test(name)).map((name) => join(folder, name, program)),
  )
}

// Set-up or npm writes its list last.
const listsOfPackages = ['.lapwing-packages.json', '.package-lock.json']

function findPackages(dataDir: string | undefined): string | undefined {
  const folders = [ourFolder, ...(dataDir === undefined ? [] : [join(dataDir, 'browser')])]
  const whole = folders
    .map((folder) => join(folder, 'node_modules'))
    .find((folder) => listsOfPackages.some((list) => existsSync(join(folder, list))))
  return whole && realpathSync(whole)
}

function hiddenPaths({ dataDir, secretPaths = [] }: BrowserSearch): HiddenPath[] {
  return [
    { path: checkout, title: "Lapwing's own files", mayHoldSystem: true },
    // Contains the sockets of other boxes, and that of a database whose data folder has a long path.
    { path: tmpdir(), title: 'temporary files' },
    ...(dataDir === undefined ? [] : [{ path: dataDir, title: 'the data folder' }]),
    ...secretPaths,
  ]
}

async function triedOut(installation: BrowserInstallation): Promise<string | null> {
  const { code, printed } = await openBox(installation, { command: [installation.chromium, '--version'] }).over
  if (code === 0) return null
  const [said] = printed.trim().split('\n')
  if (said?.startsWith('bwrap:'))
    return (
      `bubblewrap may not make a box here (${said}). It takes a kernel that lets users make namespaces, and in a ` +
      'container the options of docs/containers.md'
    )
  return `${basename(installation.chromium)} does not start in a box (${said || `code ${code}`})`
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
