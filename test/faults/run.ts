// `npm run faults -- <name> …`: kills, starves and deceives an installation; all trials when none is named.
import { runTrials } from '../kit/run/trials.ts'
import { faults } from './index.ts'

process.exitCode = await runTrials(faults, process.argv.slice(2))
