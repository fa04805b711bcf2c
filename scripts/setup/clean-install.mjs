// Installs every package of a lockfile in a temporary folder and moves it into place when complete: unpacked here, or
// by npm if only npm can get the files. npm gets their addresses, since it would fetch each package's metadata first.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bringHome, optionalOf, unpackInto } from './optional-packages.mjs'
import { lockedPackages, nameOf, wantedPackages } from './lockfile.mjs'
import { npm } from './npm.mjs'
import { SetupFailed } from './say.mjs'
import { unpackAll } from './unpack-all.mjs'

export const asideOf = (home) => join(home, '.packages')

export async function installAfresh({ home, forTests, quietly }) {
  const aside = asideOf(home)
  const paths = wantedPackages(forTests, home)
  try {
    rmSync(aside, { recursive: true, force: true })
    mkdirSync(aside)
    if (await unpackAll(aside, { paths, home })) moveHome(aside, home)
    else await installWithNpm(aside, { home, forTests, quietly, optional: optionalOf(paths, home) })
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function moveHome(aside, home) {
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
  renameSync(join(aside, 'node_modules'), join(home, 'node_modules'))
}

async function installWithNpm(aside, { home, forTests, quietly, optional }) {
  const programs = join(aside, 'programs')
  await both(installRest(aside, { home, forTests, quietly }), unpackInto(programs, optional, home))
  moveHome(aside, home)
  bringHome(programs, optional, home)
}

// Waits for both even if one fails: both write to the same folder, which is then removed.
async function both(...works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

async function installRest(aside, { home, forTests, quietly }) {
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(aside, name))
  const install = (how) =>
    npm(['ci'], { forTests, folder: aside, settings: ['--omit=optional', '--replace-registry-host=always'], ...how })
  try {
    writeFileSync(join(aside, 'package-lock.json'), JSON.stringify(withAddresses(home)))
    await install({ quietly: true })
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    // A registry may store its files elsewhere; its metadata says where.
    copyFileSync(join(home, 'package-lock.json'), join(aside, 'package-lock.json'))
    await install({ quietly })
  }
}

/**
 * npm replaces this host by its configured registry; the paths are those of every registry we know.
 */
function withAddresses(home) {
  const packages = structuredClone(lockedPackages(home))
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    const name = entry.name ?? nameOf(path)
    entry.resolved = `https://registry.invalid/${name}/-/${name.replace(/^.*\//, '')}-${entry.version}.tgz`
  }
  return { lockfileVersion: 3, requires: true, packages }
}
