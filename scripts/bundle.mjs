// Bundles the server: `node scripts/bundle.mjs <checkout> <bundler> <folder>`. Packages stay in their own files.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileOf, programs } from './setup/bundle.mjs'

const [, , home, bundler, folder] = process.argv
const aside = `${folder}.${process.pid}`
const { rolldown } = await import(pathToFileURL(bundler).href)
const build = await rolldown({
  input: programs.map((program) => join(home, program)),
  external: (id) => !/^[./]/.test(id),
  platform: 'node',
  plugins: [{ name: 'places', transform: { filter: { id: /\.ts$/ }, handler: withPlaces } }],
})
try {
  mkdirSync(aside, { recursive: true })
  await build.write({ dir: aside, format: 'esm' })
  renameSync(aside, folder)
} catch (error) {
  // Another process was faster.
  if (!existsSync(folder)) throw error
} finally {
  rmSync(aside, { recursive: true, force: true })
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
