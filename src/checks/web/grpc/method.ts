// A unary method: its schema from the server's reflection, and its messages as JSON.
import {
  type DescFile,
  type DescMethod,
  type FileRegistry,
  createFileRegistry,
  fromBinary,
  fromJson,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import * as wellKnown from '@bufbuild/protobuf/wkt'
import { TargetDown } from '../../../domain/outcome.ts'
import type { JsonValue } from '../json/values.ts'
import { type CallGrpc, callFailed, onlyMessage } from './call.ts'

type SchemaFile = wellKnown.FileDescriptorProto
type SchemaFiles = ReadonlyMap<string, SchemaFile>

const maxFiles = 300
const maxSchemaBytes = 2_097_152
const maxRounds = 20

/** Fields of a request for reflection. */
const byFileName = 3
const bySymbol = 4

/** `name` is `package.Service/Method`. */
export async function callMethod(call: CallGrpc, name: string, json: JsonValue): Promise<JsonValue> {
  const [service = '', method = ''] = name.split('/')
  const registry = registryOf(await reflect(call, service), service)
  const found = registry.getService(service)?.methods.find((one) => one.name === method)
  if (!found) throw new TargetDown('content', `the service ${service} has no method ${method}`)
  if (found.methodKind !== 'unary')
    throw new TargetDown('content', `${name} is a streaming method; only unary ones can be called`)
  const message = onlyMessage(await call(`/${name}`, [encode(found, json, registry)]))
  return decode(found, message, registry)
}

function encode({ input }: DescMethod, json: JsonValue, registry: FileRegistry): Uint8Array {
  try {
    return toBinary(input, fromJson(input, json as Parameters<typeof fromJson>[1], { registry }))
  } catch (error) {
    // The rest of the message may quote the request, which is a secret.
    const at = /^cannot decode \w+ [\w.]+/
      .exec((error as Error).message)?.[0]
      .split(' ')
      .at(-1)
    throw new TargetDown('content', `the request does not fit the schema of the server (at ${at ?? input.typeName})`)
  }
}

function decode({ output }: DescMethod, message: Buffer, registry: FileRegistry): JsonValue {
  try {
    const options = { registry, alwaysEmitImplicit: true }
    return toJson(output, fromBinary(output, message), options) as JsonValue
  } catch (error) {
    throw new TargetDown('content', `the response does not fit the schema of the server: ${(error as Error).message}`)
  }
}

function registryOf(files: SchemaFiles, service: string): FileRegistry {
  const isIn = ({ package: name, service: services }: SchemaFile): boolean =>
    services.some((one) => (name ? `${name}.${one.name}` : one.name) === service)
  const file = [...files.values()].find(isIn)
  if (!file) throw new TargetDown('content', `the schema of the server lacks the service ${service}`)
  completeFiles([...files.values()])
  try {
    return createFileRegistry(file, (name) => knownFiles.get(name) ?? files.get(name))
  } catch (error) {
    throw new TargetDown('content', `the schema of the server cannot be used: ${(error as Error).message}`)
  }
}

interface SchemaScope {
  readonly messageType?: readonly wellKnown.DescriptorProto[]
  readonly nestedType?: readonly wellKnown.DescriptorProto[]
  readonly enumType: readonly wellKnown.EnumDescriptorProto[]
}

/**
 * Some servers name types relative to where they are used, and leave out imports or names in
 * JSON. The library needs full names, with a
 * dot at the start, and an import of each file that is used. Extensions are left out.
 */
function completeFiles(files: readonly SchemaFile[]): void {
  const definedIn = new Map<string, string>()
  const collect = ({ messageType, nestedType, enumType }: SchemaScope, scope: string, file: string): void => {
    for (const { name } of enumType) definedIn.set(`${scope}.${name}`, file)
    for (const message of messageType ?? nestedType ?? []) {
      definedIn.set(`${scope}.${message.name}`, file)
      collect(message, `${scope}.${message.name}`, file)
    }
  }
  const scopeOf = (file: SchemaFile): string => (file.package ? `.${file.package}` : '')
  const known = [...knownFiles.values()].map(({ proto }) => proto)
  for (const file of [...files, ...known]) collect(file, scopeOf(file), file.name)
  for (const file of files) {
    const imports = new Set<string>()
    const resolve = (name: string, scope: string): string => {
      let [full, outer] = [name, scope]
      for (; !full.startsWith('.'); outer = outer.slice(0, outer.lastIndexOf('.')))
        if (outer === '' || definedIn.has(`${outer}.${name}`)) full = `${outer}.${name}`
      imports.add(definedIn.get(full) ?? file.name)
      return full
    }
    const complete = (message: wellKnown.DescriptorProto, scope: string): void => {
      message.extension = []
      for (const field of message.field) {
        field.jsonName ||= field.name.replace(/_+(.?)/g, (_all, next: string) => next.toUpperCase())
        if (field.typeName !== '') field.typeName = resolve(field.typeName, `${scope}.${message.name}`)
      }
      for (const inner of message.nestedType) complete(inner, `${scope}.${message.name}`)
    }
    for (const message of file.messageType) complete(message, scopeOf(file))
    for (const method of file.service.flatMap((service) => service.method)) {
      method.inputType = resolve(method.inputType, scopeOf(file))
      method.outputType = resolve(method.outputType, scopeOf(file))
    }
    imports.delete(file.name)
    Object.assign(file, { extension: [], publicDependency: [], weakDependency: [], dependency: [...imports] })
  }
}

/** Files of `google.protobuf`, which servers may leave out. */
const knownFiles: ReadonlyMap<string, DescFile> = new Map(
  Object.values(wellKnown).flatMap((one) =>
    typeof one === 'object' && 'kind' in one && one.kind === 'file' ? [[one.proto.name, one] as const] : [],
  ),
)

/** The file that defines a symbol, and those it depends on. */
async function reflect(call: CallGrpc, symbol: string): Promise<SchemaFiles> {
  const files = new Map<string, SchemaFile>()
  let ask = askVersion(call, 'v1')
  let requests = [requestOf(bySymbol, symbol)]
  let bytes = 0
  for (let round = 0; requests.length > 0; round++) {
    let result = await ask(requests)
    if (round === 0 && result.status === 12) {
      ask = askVersion(call, 'v1alpha')
      result = await ask(requests)
      if (result.status === 12)
        throw new TargetDown('content', 'the server has no reflection, which the schema of the method comes from')
    }
    if (result.status !== 0) throw callFailed(result)
    for (const file of result.messages.flatMap((message) => filesIn(message, symbol))) {
      bytes += file.length
      if (bytes > maxSchemaBytes || files.size >= maxFiles || round >= maxRounds)
        throw new TargetDown('content', 'the schema of the server is too large')
      const read = readFile(file)
      files.set(read.name, read)
    }
    const missing = new Set([...files.values()].flatMap(({ dependency }) => dependency))
    requests = [...missing]
      .filter((name) => !files.has(name) && !knownFiles.has(name))
      .map((name) => requestOf(byFileName, name))
    if (requests.length > maxFiles) throw new TargetDown('content', 'the schema of the server is too large')
  }
  return files
}

const askVersion =
  (call: CallGrpc, version: string) =>
  (requests: readonly Uint8Array[]): ReturnType<CallGrpc> =>
    call(`/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, requests)

const requestOf = (field: number, name: string): Uint8Array =>
  new BinaryWriter().tag(field, WireType.LengthDelimited).string(name).finish()

const unreadable = (cause: unknown): TargetDown =>
  new TargetDown('content', 'the schema of the server cannot be read', { cause })

function readFile(bytes: Uint8Array): SchemaFile {
  try {
    return fromBinary(wellKnown.FileDescriptorProtoSchema, bytes)
  } catch (error) {
    throw unreadable(error)
  }
}

/** Files in a response of reflection. */
function filesIn(message: Uint8Array, symbol: string): Uint8Array[] {
  try {
    const parts = partsOf(message)
    const problem = parts.get(7)
    if (problem) {
      const text = Buffer.from(partsOf(problem[0]!).get(2)?.[0] ?? []).toString()
      throw new TargetDown('content', `the server does not know the service ${symbol}: ${text}`)
    }
    return (parts.get(4) ?? []).flatMap((one) => partsOf(one).get(1) ?? [])
  } catch (error) {
    throw error instanceof TargetDown ? error : unreadable(error)
  }
}

/** The texts, bytes and messages in a message, by field. */
function partsOf(message: Uint8Array): Map<number, Uint8Array[]> {
  const reader = new BinaryReader(message)
  const parts = new Map<number, Uint8Array[]>()
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    if (type === WireType.LengthDelimited) parts.set(field, [...(parts.get(field) ?? []), reader.bytes()])
    else reader.skip(type, field)
  }
  return parts
}
