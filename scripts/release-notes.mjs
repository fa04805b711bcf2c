// Prints what the changelog says about one release: `node scripts/release-notes.mjs 0.3.0 https://…/blob/v0.3.0`. Links
// to files lead to that address.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/runtime.mjs'

const [, , version, address] = process.argv
const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
const section = sections.find((text) => text.startsWith(`${version} (`))
const notes = section?.slice(section.indexOf('\n')).trim()
if (!notes) throw new Error(`CHANGELOG.md says nothing about ${version}: rename "Unreleased" to "${version} (date)".`)
process.stdout.write(`${address ? notes.replaceAll(/\]\((?![a-z]+:)/g, `](${address}/`) : notes}\n`)
