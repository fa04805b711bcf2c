import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type InstalledRun,
  installed,
  noInstallationInUsr,
  runInstalledInUsr,
  searchForSecrets,
} from '../../test/kit/browser/box-in-usr.ts'
import { boxedChromium, noBoxes } from '../../test/kit/browser/boxes.ts'
import { newFolder } from '../../test/kit/files.ts'
import { exposedSecret, fileArguments } from './box-files.ts'

const title = 'the data folder'
const refusal = (path: string, shown: string): string =>
  `scripts could read the data folder (${path}), because browser programs need ${shown}. Move it elsewhere`

/** A program and a browser in separate folders, with unrelated files. */
function layout(): { path: string; chromium: string; programs: { name: string; path: string }[] } {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  for (const folder of ['programs/shared', 'chrome/locales', 'chrome/data'])
    mkdirSync(join(path, folder), { recursive: true })
  const files = [
    'chrome',
    'resources.pak',
    'libEGL.so',
    'libvulkan.so.1',
    'icudtl.dat',
    '.env',
    'secret-key',
    'data.bin',
  ]
  for (const name of [...files, 'locales/en-US.pak']) writeFileSync(join(path, 'chrome', name), '')
  symlinkSync('../secret', join(path, 'chrome', 'linked.pak'))
  return {
    path,
    chromium: join(path, 'chrome/chrome'),
    programs: [{ name: 'shared', path: join(path, 'programs/shared') }],
  }
}

const node = process.execPath

function boundIn(args: readonly string[]): string[] {
  return args.filter((_, n) => args[n - 1] === '--ro-bind')
}

describe('a browser in a folder of its own', () => {
  it('is visible with its own files, without the rest of the folder', () => {
    const { path, chromium, programs } = layout()
    const shown = boundIn(fileArguments({ chromium, node, programs, hidden: [] }))
      .filter((file) => dirname(file) === join(path, 'chrome'))
      .map((file) => file.slice(path.length + '/chrome/'.length))
    expect(shown.toSorted()).toEqual([
      'chrome',
      'icudtl.dat',
      'libEGL.so',
      'libvulkan.so.1',
      'locales',
      'resources.pak',
    ])
  })

  it('is visible without its locales when the folder contains other files', () => {
    const { path, chromium, programs } = layout()
    writeFileSync(join(path, 'chrome/locales/secret-key'), '')
    const shown = boundIn(fileArguments({ chromium, node, programs, hidden: [] }))
    expect(shown).not.toContain(join(path, 'chrome/locales'))
  })
})

describe('what must be hidden', () => {
  it('may be anywhere else, and above programs and browsers', () => {
    const { path, ...installation } = layout()
    for (const folder of [
      path,
      join(path, 'chrome'),
      join(path, 'chrome/data'),
      join(path, 'programs'),
      '/srv',
      '/usr/src/app',
    ])
      expect(exposedSecret({ ...installation, node, hidden: [{ path: folder, title }] })).toBeNull()
  })

  it.each(['/', '/usr', '/usr/bin', '/etc/ssl', '/etc/ssl/certs'])(
    'may not be %s, which browsers need a part of',
    (path) => {
      const { path: _, ...installation } = layout()
      const shown = exposedSecret({ ...installation, node, hidden: [{ path, title }] })
      expect(shown).toContain(`scripts could read the data folder (${path}), because browser programs need ${path}`)
      expect(shown).toContain('Move it elsewhere')
    },
  )

  it('may not be in the folder of a program, also through a link and before it exists', () => {
    const { path, ...installation } = layout()
    const shared = join(path, 'programs/shared')
    symlinkSync(shared, join(path, 'link'))
    for (const folder of [shared, join(shared, 'data'), join(path, 'link/data')])
      expect(exposedSecret({ ...installation, node, hidden: [{ path: folder, title }] })).toBe(
        refusal(folder.replace('/link', '/programs/shared'), shared),
      )
  })

  it('may not be a file of the browser, nor a file directly in a folder that browsers need', () => {
    const { path, ...installation } = layout()
    const key = join(path, 'chrome/resources.pak')
    expect(exposedSecret({ ...installation, node, hidden: [{ path: key, title }] })).toBe(refusal(key, key))
    expect(exposedSecret({ ...installation, node, hidden: [{ path: '/usr/bin/env', title }] })).toMatch(
      /^scripts could read/,
    )
  })

  it('does not include system folders in a checkout at the root', () => {
    const { path: _, ...installation } = layout()
    const hidden = [{ path: '/', title: "Lapwing's own files", mayHoldSystem: true }]
    expect(exposedSecret({ ...installation, node, hidden })).toBeNull()
  })
})

const why = noBoxes ?? noInstallationInUsr
const nobody = 65_534

describe.skipIf(why !== null)(`an installation below /usr${why === null ? '' : ` (${why})`}`, () => {
  const nothing = { output: { found: [], environments: [] }, ended: null }
  const drawn = { output: expect.any(Number), ended: null }

  it.each(['root', 'user'] as const)('of %s hides secrets next to its browser, and the browser works', (as) => {
    const from = dirname(boxedChromium())
    const files = `
      mkdir chrome chrome/locales chrome/data chrome/data/postgres
      for file in ${from}/* ${from}/locales/en-US.pak; do
        target=chrome/\${file#${from}/}
        if [ -f "$file" ]; then touch "$target"; mount --bind "$file" "$target"; fi
      done
      echo secret | tee chrome/.env chrome/key chrome/data/secret-key
      chown -R ${nobody} chrome/data`
    const search = {
      chromium: boxedChromium().replace(from, `${installed}/chrome`),
      dataDir: `${installed}/chrome/data`,
      secretPaths: [{ path: `${installed}/chrome/key`, title: 'the key' }],
    }
    const run: InstalledRun = {
      as,
      layout: `{ ${files}\n} >&2`,
      search,
      attempts: [searchForSecrets, { attempt: 'render' }],
    }
    expect(runInstalledInUsr(run)).toEqual({ missing: null, answers: [nothing, drawn] })
  })

  it.each(['root', 'user'] as const)('of %s hides secrets in folders that every box shows', (as) => {
    const files = `
      mount -t tmpfs tmpfs /usr/share/fonts
      mkdir -p /usr/share/fonts/lapwing/data/postgres /usr/share/fonts/keys
      echo secret | tee /usr/share/fonts/lapwing/data/secret-key /usr/share/fonts/lapwing/.env /usr/share/fonts/keys/key
      ln -s /usr/share/fonts/lapwing linked
      chown -R ${nobody} /usr/share/fonts`
    const search = {
      dataDir: `${installed}/linked/data`,
      secretPaths: ['/usr/share/fonts/lapwing/.env', '/usr/share/fonts/keys/key'].map((path) => ({ path, title })),
    }
    const run: InstalledRun = { as, layout: `{ ${files}\n} >&2`, search, attempts: [searchForSecrets] }
    expect(runInstalledInUsr(run)).toEqual({ missing: null, answers: [nothing] })
  })
})
