// Builds the archive of a release, with everything that it runs with: `npm run release -- --platform linux-x64`. The
// same sources give the same bytes, whoever builds them and where (docs/archive.md). With --packages, the packages for
// npm.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleServer, bundled } from './setup/bundle.mjs'
import { installPackages } from './setup/install.mjs'
import { nameOf, packagesOf } from './setup/lockfile.mjs'
import { releasePackages } from './setup/npm-packages.mjs'
import { makeLinks, setUpPackages } from './setup/packages.mjs'
import { pack, sha256 } from './setup/pack.mjs'
import { root } from './setup/runtime.mjs'
import { SetupFailed, reportFailure, say } from './setup/say.mjs'
import { filesBelow, shipped, sourceFiles } from './setup/sources.mjs'
import { buildDashboard } from './setup/web.mjs'

const platforms = {
  'linux-x64': { platform: 'linux', arch: 'x64', libc: 'glibc', needsNode: true },
  'linux-arm64': { platform: 'linux', arch: 'arm64', libc: 'glibc', needsNode: true },
}
const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const fileList = 'files.sha256'

try {
  const { values } = parseArgs({
    options: {
      platform: { type: 'string', default: 'linux-x64' },
      packages: { type: 'boolean', default: false },
      repository: { type: 'string' },
      out: { type: 'string', default: 'release' },
    },
  })
  if (values.packages) await releasePackages(resolve(values.out), { repository: values.repository })
  else await release(values.platform, resolve(values.out))
} catch (error) {
  reportFailure(error)
}

async function release(platform, out) {
  const system = platforms[platform]
  if (!system) throw new SetupFailed(`--platform: ${platform} is none of ${Object.keys(platforms).join(', ')}`)
  await setUpPackages({ forTests: false })
  await buildDashboard({ dataDir: root, say })
  await bundleServer()
  const aside = mkdtempSync(join(tmpdir(), 'lapwing-release-'))
  try {
    const folder = join(aside, `${name}-${version}`)
    await fill(folder, { platform, system })
    mkdirSync(out, { recursive: true })
    const archive = join(out, `${name}-${version}-${platform}`)
    await pack(folder, `${archive}.tar.gz`)
    cpSync(join(folder, fileList), `${archive}.${fileList}`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function fill(folder, { platform, system }) {
  const bundle = dirname(bundled('src/main.ts')).slice(root.length + 1)
  for (const file of sourceFiles(root, [...shipped, bundle])) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  say(`downloading the packages for ${platform}`)
  await installPackages({ home: folder, forTests: false, system, say })
  makeLinks(folder)
  // Nobody starts programs of packages, and the archive has no links but those of PostgreSQL's libraries.
  for (const path of filesBelow(folder, '.').filter((path) => path.includes('/.bin/')))
    rmSync(dirname(join(folder, path)), { recursive: true, force: true })
  writeFileSync(join(folder, name), launcherFor(platform), { mode: 0o755 })
  writeFileSync(join(folder, 'THIRD-PARTY.md'), thirdParties(folder, system))
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(factsOf(platform), null, 2)}\n`)
  writeFileSync(join(folder, fileList), sumsOf(folder))
}

/** What `lapwing upgrade` reads before it runs anything of the archive. */
function factsOf(platform) {
  const last = readdirSync(join(root, 'src/store/migrations')).findLast((name) => name.endsWith('.sql'))
  const { migration } = JSON.parse(readFileSync(join(root, 'src/store/database/last-release.json'), 'utf8'))
  return { product: name, version, platform, migration: Number(last.slice(0, 4)), servesFrom: migration }
}

/** As `sha256sum` prints them, for `lapwing version --verify`. */
function sumsOf(folder) {
  const lines = filesBelow(folder, '.').map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`)
  return lines.join('')
}

/** Starts Lapwing with the Node of the archive, also through a link in the PATH. */
function launcherFor(platform) {
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/node-${platform}/bin/node" "$here/bin/lapwing.mjs" "$@"
`
}

/** What the archive contains of others. The dashboard's packages are in its files. */
function thirdParties(folder, system) {
  const lists = [
    { home: folder, where: 'in `node_modules`, each with its licence' },
    { home: join(root, 'web'), where: 'in `web/dist`' },
  ]
  const sections = lists.map(({ home, where }) => {
    const { locked, wanted } = packagesOf(home, { forTests: false, system })
    const lines = wanted.map(
      (path) => `| ${nameOf(path)} | ${locked[path].version} | ${locked[path].license ?? 'see there'} |`,
    )
    return `## Packages ${where}\n\n| package | version | licence |\n|---|---|---|\n${lines.toSorted().join('\n')}\n`
  })
  return `# What this archive contains\n\nLapwing itself is under ${license}.\n\n${sections.join('\n')}`
}
