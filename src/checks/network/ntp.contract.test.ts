import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { ntp } from './ntp.ts'

keepsTheContract({
  check: ntp,
  transport: 'datagram',
  target: ({ host, port }) => `${host}:${port}`,
  misbehaviours: {},
})
