// Checks whether a resolver validated a response by DNSSEC. c-ares hides the AD bit, so the query is built by hand.
import { Resolver } from 'node:dns'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { createDatagram } from '../packets/datagram.ts'
import type { ReachOptions } from '../lookup.ts'
import type { AddressPolicy } from '../policy.ts'
import { allowedServer, serverEndpoint, serversOfVersion } from './query.ts'

export interface ValidatedQuestion extends ReachOptions {
  readonly name: string
  readonly resolver?: string
}

/** Null when the resolver does not validate at all. */
export type ValidateAnswer = (question: ValidatedQuestion) => Promise<boolean | null>

interface ValidatedOptions {
  readonly policy: AddressPolicy
  readonly clock: Clock
  readonly resolvers?: readonly string[]
}

export function createValidated({ policy, clock, resolvers }: ValidatedOptions): ValidateAnswer {
  const datagram = createDatagram({
    clock,
    lookup: async (address) => [{ address, family: address.includes(':') ? 6 : 4 }],
  })

  const isProved = async (server: string, name: string, reach: ReachOptions): Promise<boolean> => {
    const { host, port } = serverEndpoint(server)
    const question = questionFor(name)
    let flags: number | null = null
    const take = (answer: Buffer): boolean => {
      if (!isAnswerTo(question, answer)) return false
      flags = answer.readUInt16BE(2)
      return true
    }
    await datagram({ ...reach, host, port, payload: question, take, quietMs: null })
    if (flags === null) throw new TargetDown('dns', `the name server ${server} did not answer`)
    const code = flags & 0xf
    if (code !== 0 && code !== 3) throw new TargetDown('dns', `the name server ${server} failed to look up ${name}`)
    return (flags & authenticData) !== 0
  }

  return async ({ name, resolver, ...reach }) => {
    const servers =
      resolver === undefined ? (resolvers ?? new Resolver().getServers()) : [allowedServer(resolver, policy)]
    const [server] = serversOfVersion(servers, reach.ipVersion)
    if (server === undefined) return null
    if (await isProved(server, name, reach)) return true
    // The root is signed: a resolver that does not validate it validates nothing.
    return (await isProved(server, '', reach)) ? false : null
  }
}

const authenticData = 0x20
const authority = 6
let lastId = 0

/** An SOA query with the AD bit set, which requests it in the response (RFC 6840), and room for a large response. */
function questionFor(name: string): Buffer {
  lastId = (lastId + 40_503) & 0xffff
  const head = Buffer.from([lastId >> 8, lastId & 0xff, 0x01, authenticData, 0, 1, 0, 0, 0, 0, 0, 1])
  const labels = name === '' ? [] : name.replace(/\.$/, '').split('.')
  const written = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
  const options = Buffer.from([0, 0, 41, 0x04, 0xd0, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...written, Buffer.from([0, 0, authority, 0, 1]), options])
}

function isAnswerTo(question: Buffer, answer: Buffer): boolean {
  return answer.length >= 12 && answer.readUInt16BE(0) === question.readUInt16BE(0) && (answer[2]! & 0x80) !== 0
}
