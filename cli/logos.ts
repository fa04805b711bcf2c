// Reads the logos that a document names, for the server.
import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { CommandError } from './exit-codes.ts'

const nameOfLogo = /\blogo["']?\s*:\s*\{?\s*["']?file["']?\s*:\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'{},]+))/g
const pictureTypes: Readonly<Record<string, string>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
}
const maxPicture = 180_000

/** The pictures that the document names as `{file: PATH}`, from its own folder, as data: URLs. */
export function namedLogos(document: string, folder: string): Record<string, string> {
  const names = new Set(
    [...document.matchAll(nameOfLogo)].map(([, double, single, plain]) => double ?? single ?? plain!),
  )
  return Object.fromEntries([...names].map((name) => [name, readPicture(name, folder)]))
}

function readPicture(name: string, folder: string): string {
  const type = pictureTypes[extname(name).toLowerCase()]
  if (type === undefined) throw new CommandError(`logo: ${name}: must be a .png, .jpg, .jpeg or .webp file.`)
  let bytes: Buffer
  try {
    bytes = readFileSync(resolve(folder, name))
  } catch (error) {
    throw new CommandError(`logo: ${name}: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (bytes.length > maxPicture) throw new CommandError(`logo: ${name}: must have at most ${maxPicture} bytes.`)
  return `data:image/${type};base64,${bytes.toString('base64')}`
}
