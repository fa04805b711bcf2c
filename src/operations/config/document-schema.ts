// The JSON Schema of a document, made of the bodies with which the API creates each object.
import { z } from 'zod'
import { objectKey, sourceName } from './document/document.ts'
import { kinds } from './kinds/kinds.ts'
import { referencePaths } from './document/references.ts'
import { type ConfigSection, nounOf, sections } from './document/sections.ts'

type DocumentSchema = Record<string, unknown>

/** Written once: the schema never changes while the process runs. */
let written: DocumentSchema | undefined

export function documentSchema(): DocumentSchema {
  written ??= {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Lapwing configuration',
    type: 'object',
    additionalProperties: false,
    properties: {
      version: { const: 1 },
      source: {
        ...jsonOf(sourceName),
        description: 'The name of this document. Needed to delete what it no longer has',
      },
      ...Object.fromEntries(
        sections.map((section) => [section, { type: ['array', 'null'], items: objectSchema(section) }]),
      ),
    },
  }
  return written
}

function objectSchema(section: ConfigSection): DocumentSchema {
  const { body, withoutFields = [], named = {} } = kinds[section]
  const schema = inlined(jsonOf(body))
  for (const { path, target } of referencePaths[section]) {
    const leadsTo = target({})
    const noun = leadsTo ? nounOf[leadsTo] : 'object'
    edit(schema, path.split(/\.|(?=\[\])/), (old) => ({
      type: isNullable(old) ? ['string', 'null'] : 'string',
      description: `The key, id or name of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
    }))
  }
  for (const path of withoutFields) edit(schema, path.split(/\.|(?=\[\])/), () => undefined)
  for (const [field, ways] of Object.entries(named))
    edit(schema, [field], (old) => ({ anyOf: [old, ...ways.map(nameSchema)] }))
  const key = { ...jsonOf(objectKey), description: `Identifies the ${nounOf[section]} in this document for good` }
  return {
    ...schema,
    properties: { key, ...(schema.properties as DocumentSchema) },
    required: ['key', ...((schema.required ?? []) as string[])],
  }
}

/** Such as `{env: NAME}`. */
const nameSchema = (way: string): DocumentSchema => ({
  type: 'object',
  properties: { [way]: { type: 'string' } },
  required: [way],
  additionalProperties: false,
})

function jsonOf(schema: z.ZodType): DocumentSchema {
  const {
    $schema: _,
    id: _id,
    ...json
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as DocumentSchema
  return json
}

/** Without `$ref`: each body stands for itself. */
function inlined(schema: DocumentSchema): DocumentSchema {
  const { $defs, ...rest } = schema
  const defs = ($defs ?? {}) as Record<string, DocumentSchema>
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (node === null || typeof node !== 'object') return node
    const { $ref, ...others } = node as DocumentSchema
    const named = typeof $ref === 'string' ? defs[$ref.replace('#/$defs/', '')] : undefined
    const { id: _id, ...merged } = { ...(named && (resolve(named) as DocumentSchema)), ...others } as DocumentSchema
    const kept =
      typeof (others as DocumentSchema).id === 'object' ? { ...merged, id: (others as DocumentSchema).id } : merged
    return Object.fromEntries(Object.entries(kept).map(([key, part]) => [key, resolve(part)]))
  }
  return resolve(rest) as DocumentSchema
}

const isNullable = (node: DocumentSchema): boolean =>
  Array.isArray(node.anyOf) && node.anyOf.some((form: DocumentSchema) => form.type === 'null')

/** Replaces or removes the schema at a path; paths into free-form objects, such as a config, do not exist. */
function edit(
  node: DocumentSchema,
  [step, ...steps]: string[],
  change: (old: DocumentSchema) => DocumentSchema | undefined,
): void {
  for (const form of formsOf(node)) {
    const holder = (step === '[]' ? form : form.properties) as DocumentSchema | undefined
    const name = step === '[]' ? 'items' : step!
    const inner = holder?.[name] as DocumentSchema | undefined
    if (!holder || !inner) continue
    if (steps.length > 0) {
      edit(inner, steps, change)
      continue
    }
    const next = change(inner)
    if (next) holder[name] = next
    else delete holder[name]
  }
}

const formsOf = (node: DocumentSchema): DocumentSchema[] => [
  node,
  ...((node.anyOf ?? node.oneOf ?? []) as DocumentSchema[]).flatMap(formsOf),
]
