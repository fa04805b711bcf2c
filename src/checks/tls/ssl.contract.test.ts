import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import { ssl } from './ssl.ts'

keepsTheContract({
  check: ssl,
  transport: 'tls',
  target: ({ host, port }) => `${host}:${port}`,
  // The header of a TLS record, as if a handshake followed.
  opening: () => '\x16\x03\x03\x00\x7f',
  misbehaviours: {
    'never says a word': 'timeout',
    'closes at once': 'tls',
    'resets at once': 'connect or tls',
    'resets when it received the request': 'tls',
    'talks garbage': 'tls',
    'falls silent in its answer': 'timeout',
    'resets in its answer': 'tls',
    'drips its answer': 'timeout',
    'never ends its answer': 'tls',
  },
})
