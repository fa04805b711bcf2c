// Packages that a process may never need are loaded by the first call that needs them: an idle server would hold their
// source text and compiled code in memory. `test/modules-at-rest.test.ts` lists them.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** `const yaml = onFirstUse<typeof Yaml>('yaml')`, then `yaml().parse(text)`; `Yaml` is imported as a type. */
export function onFirstUse<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= require(name) as Package)
}
