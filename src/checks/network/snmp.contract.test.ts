import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { snmp } from './snmp.ts'

keepsTheContract({
  check: snmp,
  transport: 'datagram',
  target: ({ host, port }) => `${host}:${port}`,
  misbehaviours: {},
})
