// A Lapwing in a separate process, until it gets a message to stop.
import { systemClock } from '../../src/domain/clock.ts'
import { startHeapTrimmer } from '../../src/engine/event-loop/heap-trimmer.ts'
import { startForBench } from '../kit/lapwing.ts'

startHeapTrimmer(systemClock)
const lapwing = await startForBench(JSON.parse(process.argv[2]!) as Record<string, string>)
process.on('message', () => void lapwing.stop().then(() => process.exit(0)))
process.send!({ origin: lapwing.origin })
