// The keys of a config as a client reads them: enough to draw a form.
import { z } from 'zod'
import { type Field, type FieldNotes, type Fields, type FormNotes, fieldGroups } from '../../../domain/field.ts'
import { labelOf, labelOfNumber, unitOf } from '../../../domain/label.ts'

const choices = z.array(z.union([z.string(), z.number()])).nullable()

const formField = z
  .object({
    key: z.string(),
    type: z.string(),
    required: z.boolean(),
    default: z.unknown(),
    secret: z.boolean(),
    enum: choices,
    min: z.number().nullable(),
    max: z.number().nullable(),
    max_items: z.int().nullable(),
    max_length: z.int().nullable(),
    description: z.string(),
    label: z.string(),
    group: z.enum(fieldGroups).nullable(),
    advanced: z.boolean().meta({ description: 'Whether most people leave it as it is' }),
    unit: z.string().nullable(),
    placeholder: z.string().nullable(),
    shown_when: z
      .object({ key: z.string(), in: z.array(z.union([z.string(), z.number(), z.boolean()])) })
      .nullable()
      .meta({ description: 'The key and the values of it with which this one matters' }),
    fields: z
      .array(
        z.object({
          key: z.string(),
          label: z.string(),
          type: z.string(),
          required: z.boolean(),
          enum: choices,
          min: z.number().nullable(),
          max: z.number().nullable(),
          max_length: z.int().nullable(),
        }),
      )
      .nullable()
      .meta({ description: 'What an object, or each item of an array, is made of' }),
    items: z.string().nullable().meta({ description: 'The type of what an array holds' }),
  })
  .meta({ id: 'FormField' })

export const formFields = z.array(formField)
type FormField = z.output<typeof formField>

export function formFieldsOf(config: Fields): FormField[] {
  return Object.entries(config).map(([key, field]) => formFieldOf(key, field, config))
}

function formFieldOf(key: string, { notes, schema }: Field, config: Fields): FormField {
  const { label, group, advanced, unit, placeholder, shownWhen } = notes.form
  const isNumber = notes.type === 'number' || typeof notes.enum?.[0] === 'number'
  return {
    key,
    type: notes.type,
    required: notes.required,
    default: notes.default,
    secret: notes.secret,
    enum: notes.enum && [...notes.enum],
    min: notes.min,
    max: notes.max,
    max_items: notes.maxItems,
    max_length: notes.maxLength,
    description: notes.description,
    label: label ?? (isNumber ? labelOfNumber(key) : labelOf(key)),
    group: group ?? null,
    advanced: advanced ?? isUsuallyLeft(notes),
    unit: unit ?? (isNumber ? unitOf(key) : null),
    placeholder: placeholder ?? null,
    shown_when: whenShown(shownWhen, config),
    fields: partsOf(schema),
    items: itemsOf(schema),
  }
}

/** Configs share fields, and not each of them has the key, or all of its values. */
function whenShown(when: FormNotes['shownWhen'], config: Fields): FormField['shown_when'] {
  const decides = when && config[when.key]?.notes
  if (!decides) return null
  return { key: when.key, in: when.in.filter((value) => decides.enum?.includes(value as string) ?? true) }
}

const isUsuallyLeft = ({ required, secret, form }: FieldNotes): boolean =>
  !required && !secret && form.group !== 'login' && form.shownWhen === undefined

interface SchemaNode {
  type?: string
  items?: SchemaNode
  properties?: Record<string, SchemaNode>
  required?: string[]
  enum?: (string | number)[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

const describe = (schema: z.ZodType): SchemaNode =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode

function itemsOf(schema: z.ZodType): string | null {
  const { items } = describe(schema)
  return items ? typeOf(items) : null
}

function partsOf(schema: z.ZodType): FormField['fields'] {
  const made = describe(schema)
  const object = made.type === 'array' ? made.items : made
  if (!object?.properties) return null
  return Object.entries(object.properties).map(([key, part]) => ({
    key,
    label: labelOf(key),
    type: part.enum ? 'enum' : typeOf(part),
    required: object.required?.includes(key) ?? false,
    enum: part.enum ?? null,
    min: part.minimum ?? null,
    max: part.maximum ?? null,
    max_length: part.maxLength ?? null,
  }))
}

const typeOf = ({ type }: SchemaNode): string => (type === 'integer' ? 'number' : (type ?? 'any'))
