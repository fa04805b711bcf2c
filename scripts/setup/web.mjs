// The dashboard's build: made once, made again when its sources have changed, beside them or, where that is read-only,
// in the data folder.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { compressFolder } from './compress.mjs'
import { npm } from './npm.mjs'
import { runQuietly } from './run.mjs'
import { packagedNode, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed } from './say.mjs'
import { inTurn } from './turns.mjs'

const sources = ['web', 'sdk']
const stamp = '.sources'
const leftOut = /(^|\/)(node_modules|dist|\.build[^/]*)$|\.test\.ts$/

/** The folder with the build, which is made first where there is none of these sources. */
export async function buildDashboard({ dataDir, forTests = false, say }) {
  const hash = hashOf(root)
  const beside = join(root, 'web', 'dist')
  if (!forTests && isOf(beside, hash)) return beside
  const home = homeOf(dataDir)
  const folder = join(home, 'web')
  const built = join(folder, 'dist')
  const isDone = () => isOf(built, hash) && (!forTests || hasPackages(folder, forTests))
  if (isDone()) return built
  return inTurn(join(folder, '.build-lock'), async () => {
    if (isDone()) return built
    if (home !== root) bringSources(home)
    if (!hasPackages(folder, forTests)) await installPackages(folder, { forTests, say })
    if (isOf(built, hash)) return built
    say('building the dashboard')
    await build(folder, { built, hash })
    return built
  })
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

function hashOf(folder) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((name) => filesIn(join(folder, name))))
    hash
      .update(`${relative(folder, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    .filter(({ path }) => !leftOut.test(path.replaceAll('\\', '/')))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesIn(path) : [path]))
    .sort()
}

function bringSources(home) {
  for (const name of sources) {
    for (const entry of existsSync(join(home, name)) ? readdirSync(join(home, name)) : [])
      if (!leftOut.test(`/${entry}`)) rmSync(join(home, name, entry), { recursive: true })
    for (const file of filesIn(join(root, name))) cpSync(file, join(home, relative(root, file)))
  }
}

const noteOf = (folder) => join(folder, 'node_modules', '.lapwing')

/** With the packages for tests come those that are needed to run. */
function hasPackages(folder, forTests) {
  const note = existsSync(noteOf(folder)) ? readFileSync(noteOf(folder), 'utf8') : ''
  return note === noteFor(folder, true) || (!forTests && note === noteFor(folder, false))
}

function noteFor(folder, forTests) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  return `${forTests ? 'test' : 'run'} ${createHash('sha256').update(lockfile).digest('hex')}`
}

async function installPackages(folder, { forTests, say }) {
  say('installing the packages that build the dashboard')
  await npm(['ci'], { forTests, folder, quietly: true })
  writeFileSync(noteOf(folder), noteFor(folder, forTests))
}

/** Put together aside, so that a build that is served is whole. */
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
