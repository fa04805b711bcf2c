import { defineConfig } from 'vitest/config'

const patience = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    globalSetup: ['test/kit/servers.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...patience,
          name: 'lapwing',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          provide: { server: 'embedded' },
        },
      },
      {
        test: {
          ...patience,
          name: 'debian-postgresql',
          include: ['src/store/**/*.test.ts'],
          setupFiles: ['test/kit/needs-debian.ts'],
          provide: { server: 'debian' },
        },
      },
    ],
  },
})
