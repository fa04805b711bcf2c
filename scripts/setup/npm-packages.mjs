// The packages for npm. Node runs no TypeScript below node_modules, so they contain what is bundled from it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundleInto, bundleServer, bundled } from './bundle.mjs'
import { pack } from './pack.mjs'
import { setUpPackages } from './packages.mjs'
import { runQuietly } from './run.mjs'
import { root } from './runtime.mjs'
import { SetupFailed, say } from './say.mjs'
import { shipped, sourceFiles } from './sources.mjs'
import { buildDashboard } from './web.mjs'

const manifestAt = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { version, license, engines, type } = manifestAt('package.json')
const common = { version, license, engines, type }

const packages = { cli: packCli, sdk: packSdk, server: packServer }

/** npm publishes with provenance only if a package names the repository whose workflow publishes it. */
export async function releasePackages(out, { names = Object.keys(packages), repository } = {}) {
  // The types of the SDK need the compiler, and a bundle the packages of the dashboard.
  await setUpPackages({ forTests: true })
  await buildDashboard({ dataDir: root, say })
  const source = repository && { repository: { type: 'git', url: `git+${repository}.git` } }
  for (const name of names) await packages[name]({ out, source })
}

/** The command line, without the server and without dependencies. */
async function packCli(target) {
  await packed('lapwing-cli', target, async (folder) => {
    await bundleInto(join(folder, 'dist', 'cli'), { program: 'cli/main.ts' })
    copy(['LICENSE', 'cli/operations.json', 'cli/operator-commands.json'], folder)
    cpSync(join(root, 'cli', 'README.md'), join(folder, 'README.md'))
    return {
      name: '@lapwing/cli',
      description: 'The command line of Lapwing, uptime and health monitoring',
      ...common,
      bin: { lapwing: 'dist/cli/main.js' },
    }
  })
}

async function packSdk(target) {
  await packed('lapwing-sdk', target, async (folder) => {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const args = ['-p', join(root, 'sdk'), '--outDir', join(folder, 'dist')]
    const { code, output } = await runQuietly(process.execPath, [compiler, ...args])
    if (code !== 0) throw new SetupFailed(`The SDK does not compile:\n${output.trim()}`)
    for (const name of ['LICENSE', 'README.md']) cpSync(join(root, 'sdk', name), join(folder, name))
    const { scripts: _, ...manifest } = manifestAt('sdk/package.json')
    return manifest
  })
}

/** Everything that the archive has, and its packages as dependencies. */
async function packServer(target) {
  await bundleServer()
  await packed('lapwing', target, async (folder) => {
    copy([...shipped.filter(isForNpm), dirname(bundled('src/main.ts')).slice(root.length + 1)], folder)
    await bundleInto(join(folder, 'dist', 'cli'), { program: 'cli/main.ts' })
    const { private: _, scripts, devDependencies, overrides, ...manifest } = manifestAt('package.json')
    return manifest
  })
}

const isForNpm = (name) => !['.npmrc', 'package-lock.json'].includes(name)

/** `fill` returns the manifest. */
async function packed(name, { out, source }, fill) {
  const aside = mkdtempSync(join(tmpdir(), 'lapwing-package-'))
  try {
    const folder = join(aside, 'package')
    mkdirSync(folder)
    writeJson(join(folder, 'package.json'), { ...(await fill(folder)), ...source })
    mkdirSync(out, { recursive: true })
    await pack(folder, join(out, `${name}-${version}.tgz`))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function copy(names, folder) {
  for (const file of sourceFiles(root, names)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
}

const writeJson = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
