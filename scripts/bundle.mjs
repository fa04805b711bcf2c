// Bundles the server: `node scripts/bundle.mjs <checkout> <bundler> <folder>`. Packages stay in their own files. With
// the name of a program, bundles that one with the packages that it uses, and writes their licences beside it.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileOf, programs } from './setup/bundle.mjs'

const [, , home, bundler, folder, alone] = process.argv
const aside = `${folder}.${process.pid}`
const { rolldown } = await import(pathToFileURL(bundler).href)
const build = await rolldown({
  cwd: home,
  input: alone ? { main: join(home, alone) } : inputs(),
  external: (id) => (alone ? id.startsWith('node:') : !/^[./]/.test(id)),
  platform: 'node',
  plugins: [{ name: 'places', transform: { filter: { id: /\.ts$/ }, handler: alone ? withPackages : withPlaces } }],
})
try {
  mkdirSync(aside, { recursive: true })
  const { output } = await build.write({ dir: aside, format: 'esm', ...(alone && { banner: shebang }) })
  if (alone) writeFileSync(join(aside, 'LICENSES.txt'), licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)))
  renameSync(aside, folder)
} catch (error) {
  // Another process was faster.
  if (!existsSync(folder)) throw error
} finally {
  rmSync(aside, { recursive: true, force: true })
}

function inputs() {
  return Object.fromEntries(programs.map((program) => [fileOf(program).slice(0, -3), join(home, program)]))
}

function shebang({ isEntry }) {
  return isEntry ? '#!/usr/bin/env node' : ''
}

function licencesOf(modules) {
  const folders = modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8') : ''}`
  })
  return texts.join('\n\n')
}

/** The bundler finds only packages that are required by name. */
function withPackages(code, file) {
  return withPlaces(code.replaceAll(/\bonFirstUse<[^>]*>(?=\('[^']+'\))/g, '() => require'), file)
}

/** A module of a bundle still knows its place in the sources. The programs of a bundle lie next to each other. */
function withPlaces(code, file) {
  const place = /new URL\('([^']+)', import\.meta\.url\)|import\.meta\.\w+/g
  return code.replaceAll(place, (found, path) => {
    if (path === undefined && found !== 'import.meta.url') throw new Error(`${file}: a bundle has no ${found}`)
    const named = new URL(path ?? '', pathToFileURL(file)).href.slice(pathToFileURL(`${home}/`).href.length)
    const beside = programs.includes(named) && path !== undefined
    const url = `new URL(${JSON.stringify(beside ? `./${fileOf(named)}` : `../../${named}`)}, import.meta.url)`
    return path === undefined ? `${url}.href` : url
  })
}
