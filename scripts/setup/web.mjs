// The dashboard's build: made once, and again when its sources change; next to them or, if that is read-only, in the
// data folder.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { compressFolder } from './compress.mjs'
import { packagesOf } from './lockfile.mjs'
import { runQuietly } from './run.mjs'
import { packagedNode, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed } from './say.mjs'
import { hashOfSources, sourceFiles } from './sources.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

const inWeb = [
  '.npmrc',
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'src',
  'tsconfig.json',
  'vite.config.ts',
]
const sources = [...inWeb.map((name) => join('web', name)), 'sdk/src']
const stamp = '.sources'

/** A release may come without the sources of its dashboard. */
export const hasSources = () => existsSync(join(root, 'web', 'package.json'))

/** The folder with the build, which is made first if it is missing or outdated. */
export async function buildDashboard({ dataDir, forTests = false, say }) {
  const shipped = join(root, 'web', 'dist')
  if (!hasSources()) return shipped
  const hash = hashOfSources(root, sources)
  if (isOf(shipped, hash) && !forTests) return shipped
  const home = homeOf(dataDir)
  const folder = join(home, 'web')
  const built = join(folder, 'dist')
  const hasPackages = () => packagesOf(folder, { forTests }).missing.length === 0
  const isDone = () => isOf(built, hash) && (!forTests || hasPackages())
  if (isDone()) return built
  return oneAtATime(
    join(folder, '.build-lock'),
    async () => {
      if (isDone()) return built
      if (home !== root) bringSources(home)
      if (!hasPackages()) {
        say('installing the packages that build the dashboard')
        await installPackages({ home: folder, forTests, say })
      }
      if (isOf(built, hash)) return built
      say('building the dashboard')
      await build(folder, { built, hash })
      return built
    },
    say,
  )
}

const isOf = (built, hash) => existsSync(join(built, stamp)) && readFileSync(join(built, stamp), 'utf8') === hash

function homeOf(dataDir) {
  try {
    accessSync(join(root, 'web'), constants.W_OK)
    return root
  } catch {
    const home = join(dataDir, 'dashboard')
    mkdirSync(join(home, 'web'), { recursive: true })
    return home
  }
}

function bringSources(home) {
  for (const name of sources) rmSync(join(home, name), { recursive: true, force: true })
  for (const file of sourceFiles(root, sources)) cpSync(join(root, file), join(home, file))
}

/** Assembled aside, so that a served build is always complete. */
async function build(folder, { built, hash }) {
  const aside = join(folder, '.build')
  rmSync(aside, { recursive: true, force: true })
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
  const node = runsTypeScript() ? process.execPath : packagedNode()
  const { code, output } = await runQuietly(node, [vite, 'build', '--outDir', aside, '--logLevel', 'warn'], {
    cwd: folder,
  })
  if (code !== 0) throw new SetupFailed(`The dashboard could not be built:\n${output.trim()}`)
  await compressFolder(aside)
  writeFileSync(join(aside, stamp), hash)
  rmSync(built, { recursive: true, force: true })
  renameSync(aside, built)
}
