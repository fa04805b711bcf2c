// A gRPC server with health, reflection and a small service of orders.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ServerUnaryCall,
  type ServiceDefinition,
  Server,
  ServerCredentials,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'
import { HealthImplementation, type ServingStatusMap } from 'grpc-health-check'
import type { Certificate } from '../checks/certificates.ts'
import { newFolder } from '../files.ts'

const orders = `syntax = "proto3";
package shop.v1;
import "google/protobuf/timestamp.proto";
import "money.proto";
service Orders {
  rpc Count (CountRequest) returns (CountResponse);
  rpc Watch (CountRequest) returns (stream CountResponse);
}
enum State { STATE_UNSPECIFIED = 0; OPEN = 1; }
message CountRequest { State state = 1; repeated string regions = 2; }
message CountResponse {
  int32 count = 1;
  money.Amount total = 2;
  map<string, int64> by_region = 3;
  google.protobuf.Timestamp at = 4;
  string asked_by = 5;
}
`
const money = 'syntax = "proto3"; package money; message Amount { string currency = 1; int64 units = 2; }'

export interface GrpcServerOptions {
  readonly health?: ServingStatusMap
  readonly certificate?: Certificate
  /** PEM of the authority that signs certificates of clients, which are then required. */
  readonly clientRoot?: string
  readonly reflection?: 'v1' | 'v1alpha' | 'none'
  /** The status of every call of the method, instead of a response. */
  readonly fails?: { readonly code: number; readonly details: string }
}

export interface GrpcTestServer {
  readonly port: number
  stop(): void
}

export async function startGrpc({ health, certificate, clientRoot, reflection = 'v1', fails }: GrpcServerOptions = {}) {
  const folder = newFolder()
  for (const [name, text] of Object.entries({ 'orders.proto': orders, 'money.proto': money }))
    writeFileSync(join(folder.path, name), text)
  const definitions = loadSync('orders.proto', { includeDirs: [folder.path], longs: String, defaults: true })
  folder.remove()
  const server = new Server()
  server.addService(definitions['shop.v1.Orders'] as ServiceDefinition, {
    Count({ request, metadata }: ServerUnaryCall<any, any>, respond: sendUnaryData<any>) {
      if (fails) return respond(fails)
      const open = request.state === 1 || request.state === 'OPEN'
      respond(null, {
        count: open ? 3 : 40,
        total: { currency: 'EUR', units: '9007199254740993' },
        byRegion: Object.fromEntries(request.regions.map((region: string, index: number) => [region, index])),
        at: { seconds: 1_772_366_400, nanos: 0 },
        askedBy: String(metadata.get('authorization')[0] ?? metadata.get('x-team')[0] ?? ''),
      })
    },
    Watch: () => undefined,
  })
  if (health) new HealthImplementation(health).addToServer(server)
  if (reflection !== 'none') {
    const added = new ReflectionService(definitions)
    const only = {
      addService: (service: any, methods: any) => {
        const path: string = Object.values<any>(service)[0].path
        if (path.startsWith(`/grpc.reflection.${reflection}.`)) server.addService(service, methods)
      },
    }
    added.addToServer(only as unknown as Server)
  }
  const credentials = certificate
    ? ServerCredentials.createSsl(
        clientRoot === undefined ? null : Buffer.from(clientRoot),
        [{ private_key: Buffer.from(certificate.key), cert_chain: Buffer.from(certificate.cert) }],
        clientRoot !== undefined,
      )
    : ServerCredentials.createInsecure()
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  )
  return { port, stop: () => server.forceShutdown() } satisfies GrpcTestServer
}
