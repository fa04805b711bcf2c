// What set-up asks of npm: its settings, and to install what set-up cannot.
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { needsScript, packagesOf } from './lockfile.mjs'
import { runQuietly } from './run.mjs'
import { SetupFailed } from './say.mjs'

/** npm's settings from command line, environment and files; undefined if it does not tell. */
export async function npmSettings(home) {
  const { code, answer } = await npm(['config', 'list', '--json'], home)
  if (code === undefined) return settingsWithoutNpm()
  try {
    return code === 0 ? JSON.parse(answer) : undefined
  } catch {
    return undefined
  }
}

/** A machine that only has an archive may have no npm: the environment of npm, if that names a registry. */
function settingsWithoutNpm() {
  const named = Object.entries(process.env).flatMap(([name, value]) => {
    const [, key] = /^npm_config_(.+)$/i.exec(name) ?? []
    return key && value ? [[key.toLowerCase().replaceAll('_', '-'), value === 'false' ? false : value]] : []
  })
  const settings = Object.fromEntries(named)
  return settings.registry && settings
}

/** `npm ci` in a folder next to the project, so that what is installed stays until the rest is complete. */
export async function installWithNpm(folder, { home, forTests, reason }) {
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(folder, name))
  const packages = packagesOf(home, { forTests }).locked
  const scripts = Object.entries(packages).some(([path, entry]) => needsScript(path, entry))
  // npm leaves out optional packages for a newer Node than its own, which is not the one Lapwing runs with.
  for (const entry of Object.values(packages)) delete entry.engines
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
  // Explicit, because a user's npm settings may differ.
  const kinds = [
    forTests ? '--include=dev' : '--omit=dev',
    '--include=optional',
    ...(scripts ? [] : ['--ignore-scripts']),
  ]
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const args = ['ci', ...kinds, '--bin-links', '--install-strategy=hoisted', '--engine-strict=false', ...quiet]
  const { code, output } = await npm(args, folder)
  if (code === undefined)
    throw new SetupFailed(
      `The packages could not be downloaded: ${reason}. Correct that, or install npm, which knows more ways. ` +
        'Then run the same command again.',
    )
  if (code !== 0) throw new SetupFailed(`npm could not install the packages:\n${output.trim()}`)
}

async function npm(command, folder) {
  const cache = temporaryCache()
  const cli = process.env.npm_execpath
  // pnpm and yarn set the same variable to themselves.
  const [program, first] = cli && basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []]
  const args = [...command, `--prefix=${folder}`, '--global=false', '--no-update-notifier']
  if (cache) args.push(`--cache=${cache}`)
  const shell = program === 'npm' && process.platform === 'win32'
  try {
    return await runQuietly(program, [...first, ...args], { cwd: folder, shell })
  } finally {
    if (cache) rmSync(cache, { recursive: true, force: true })
  }
}

// A user without a home, as in many containers, has no place for npm's cache.
function temporaryCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK)
    return undefined
  } catch {
    return mkdtempSync(join(tmpdir(), 'lapwing-npm-'))
  }
}
