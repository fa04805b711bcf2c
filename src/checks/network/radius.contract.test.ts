import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { radius } from './radius.ts'

keepsTheContract({
  check: radius,
  transport: 'datagram',
  target: ({ host, port }) => `${host}:${port}`,
  config: { secret: 's3cret', username: 'probe', password: 'hunter2' },
  misbehaviours: {},
})
