// A Lapwing in a separate process, until it gets a message to stop.
import { startForBench } from '../lapwing.ts'

const lapwing = await startForBench(JSON.parse(process.argv[2]!) as Record<string, string>)
process.on('message', () => void lapwing.stop().then(() => process.exit(0)))
process.send!({ origin: lapwing.origin })
