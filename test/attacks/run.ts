// `npm run attacks -- <name> …`: attacks on an installation by its own users, targets and visitors; all of them when
// none is named.
import { runTrials } from '../kit/run/trials.ts'
import { attacks } from './index.ts'

process.exitCode = await runTrials(attacks, process.argv.slice(2))
