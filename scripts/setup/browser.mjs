// The packages of the browser programs: installed next to them or, if that is read-only, in the data folder.
import { accessSync, constants, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { packagesOf } from './lockfile.mjs'
import { root } from './runtime.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

const beside = join(root, 'browser')
const lists = ['.npmrc', 'package.json', 'package-lock.json']

/** Resolves when they are installed. */
export async function installBrowserPackages({ dataDir, forTests = false, say }) {
  if (!existsSync(join(beside, 'package.json')) || isDone(beside)) return
  const folder = homeOf(dataDir)
  const install = async () => {
    if (folder !== beside) for (const name of lists) cpSync(join(beside, name), join(folder, name))
    if (isDone(folder)) return
    say('installing the packages of browser checks')
    await installPackages({ home: folder, forTests, say })
  }
  await oneAtATime(join(folder, '.install-lock'), install, say)
}

const isDone = (folder) => packagesOf(folder, { forTests: false }).missing.length === 0

function homeOf(dataDir) {
  try {
    accessSync(beside, constants.W_OK)
    return beside
  } catch {
    const home = join(dataDir, 'browser')
    mkdirSync(home, { recursive: true })
    return home
  }
}
