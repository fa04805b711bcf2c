// Starts a program that keeps running as `npm start` does.
import { launch } from '../../scripts/launch.mjs'

await launch('test/kit/print-start.ts', { needsPackages: false, heap: ['--expose-gc'] })
