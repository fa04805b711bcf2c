import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { udp } from './udp.ts'

keepsTheContract({
  check: udp,
  transport: 'datagram',
  target: ({ host, port }) => `${host}:${port}`,
  config: { query: 'hello' },
  misbehaviours: {},
})
