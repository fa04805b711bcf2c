import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { debianBinDir } from './test/kit/lapwing/debian-postgresql.ts'
import { LongOnesFirst } from './test/kit/run/long-ones-first.ts'

// A machine ten times slower than ours still passes; only what hangs needs this long.
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { requireAssertions: true, poll: { timeout: 180_000, interval: 50 } },
}
// Node loads the files itself, as it does outside of tests, which takes less time than Vite's way.
const experimental = { viteModuleRunner: false, nodeLoader: false }
const shared = { ...patience, experimental, isolate: false, setupFiles: ['test/kit/run/tidy-up.ts'] }

// On CI a missing PostgreSQL fails its tests; elsewhere `npm test` says what is missing and goes on.
const withDebian = debianBinDir() !== undefined || process.env['CI'] === 'true'

const lapwing = {
  test: {
    ...shared,
    name: 'lapwing',
    include: ['{src,sdk,cli,test,browser}/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(withDebian ? ['src/store/**/!(database).test.ts'] : [])],
    provide: { server: 'embedded' as const },
  },
}

// The older PostgreSQL rejects some statements that the newer one accepts; other tests run the same SQL on the newer.
const debian = {
  test: {
    ...shared,
    name: 'debian-postgresql',
    include: ['src/store/**/*.test.ts'],
    provide: { server: 'debian' as const },
  },
}

export default defineConfig({
  test: {
    globalSetup: ['test/kit/lapwing/servers.ts'],
    // Often a test waits for another process. A worker costs 12 s of CPU until it is warm, and wants 1.5 GB with its
    // servers and its browser.
    maxWorkers: Math.max(2, Math.min(8, availableParallelism() * 2, Math.floor(totalmem() / 1.5e9))),
    sequence: { sequencer: LongOnesFirst },
    projects: withDebian ? [lapwing, debian] : [lapwing],
  },
})
