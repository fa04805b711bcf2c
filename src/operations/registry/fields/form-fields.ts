// Describes the keys of a config, so that clients can draw a form.
import { z } from 'zod'
import {
  type Field,
  type FieldNotes,
  type Fields,
  type FormNotes,
  type ItemNotes,
  type PartNotes,
  fieldGroups,
} from '../../../domain/field.ts'
import { choiceLabelOf, labelOf, labelOfNumber, unitOf } from '../../../domain/label.ts'

const choices = z.array(z.union([z.string(), z.number()])).nullable()
const named = z
  .array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }))
  .nullable()
  .meta({ description: 'The choices with their labels; null for numbers' })
const shownWhen = z
  .object({ key: z.string(), in: z.array(z.union([z.string(), z.number(), z.boolean()])) })
  .nullable()
  .meta({ description: 'This field applies if that key has one of these values' })
const newItem = z
  .object({
    add: z.string().meta({ description: 'Label of the button that adds an item' }),
    picked: z.record(z.string(), z.string()).nullable().meta({
      description: 'An item made from a value of a JSON response: {path}, {value} and {name} stand for it',
    }),
  })
  .nullable()

const leaf = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.unknown(),
  enum: choices,
  choices: named,
  choices_by: z
    .object({ key: z.string(), choices: z.record(z.string(), z.array(z.string())) })
    .nullable()
    .meta({ description: 'The choices that remain, by the value of another part' }),
  shown_when: shownWhen,
  example: z.string().nullable(),
  multiline: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  max_items: z.int().nullable(),
  max_length: z.int().nullable(),
})

const part = leaf.extend({ fields: z.array(leaf).nullable(), item: newItem }).meta({ id: 'FormPart' })

const formField = z
  .object({
    key: z.string(),
    type: z.string(),
    required: z.boolean(),
    default: z.unknown(),
    secret: z.boolean(),
    enum: choices,
    choices: named,
    min: z.number().nullable(),
    max: z.number().nullable(),
    max_items: z.int().nullable(),
    max_length: z.int().nullable(),
    description: z.string(),
    label: z.string(),
    group: z.enum(fieldGroups).nullable(),
    advanced: z.boolean().meta({ description: 'Whether most users keep the default' }),
    unit: z.string().nullable(),
    placeholder: z.string().nullable(),
    sample: z.string().nullable().meta({ description: 'A value that a new form starts with' }),
    shown_when: shownWhen,
    refers_to: z
      .string()
      .nullable()
      .meta({ description: 'The resource that its values are ids of, such as `contact group`' }),
    fields: z.array(part).nullable().meta({ description: 'Fields of the object, or of each array item' }),
    item: newItem,
    items: z.string().nullable().meta({ description: 'Type of the array items' }),
  })
  .meta({ id: 'FormField' })

export const formFields = z.array(formField)
type FormField = z.output<typeof formField>

export function formFieldsOf(config: Fields): FormField[] {
  return Object.entries(config).map(([key, field]) => formFieldOf(key, field, config))
}

function formFieldOf(key: string, { notes, schema, refersTo }: Field, config: Fields): FormField {
  const { label, group, advanced, unit, placeholder, shownWhen, labels, sample } = notes.form
  const isNumber = notes.type === 'number' || typeof notes.enum?.[0] === 'number'
  const described = describe(schema)
  const object = described.type === 'array' ? described.items : described
  return {
    key,
    type: notes.type,
    required: notes.required,
    default: notes.default,
    secret: notes.secret,
    enum: notes.enum && [...notes.enum],
    choices: namedChoices(notes.enum ?? described.items?.enum, labels),
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
    sample: sample ?? null,
    shown_when: whenShown(shownWhen, config),
    refers_to: refersTo,
    fields: partsOf(object),
    item: itemOf(object),
    items: described.items ? typeOf(described.items) : null,
  }
}

/** Numbers have no names, unless the field gives them. */
function namedChoices(
  codes: readonly (string | number)[] | null | undefined,
  labels: FormNotes['labels'] = {},
): FormField['choices'] {
  if (!codes || (typeof codes[0] === 'number' && Object.keys(labels).length === 0)) return null
  return codes.map((value) => ({ value, label: labels[value] ?? choiceLabelOf(String(value)) }))
}

/** A list of numbers that stand for something, such as days of the week. */
const numberedChoices = (labels: FormNotes['labels']): FormField['choices'] =>
  labels ? Object.entries(labels).map(([value, label]) => ({ value: Number(value), label })) : null

/** Configs share fields, so a config may lack the other key or some of its values. */
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
  maxItems?: number
  maxLength?: number
  form?: PartNotes
  item?: ItemNotes
}

const describe = (schema: z.ZodType): SchemaNode =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode

function partsOf(object: SchemaNode | undefined): FormField['fields'] {
  if (!object?.properties) return null
  return Object.entries(object.properties).map(([key, node]) => ({
    ...leafOf(key, node, object),
    fields: leavesOf(node.items),
    item: itemOf(node.items),
  }))
}

const leavesOf = (object: SchemaNode | undefined): z.output<typeof leaf>[] | null =>
  object?.properties ? Object.entries(object.properties).map(([key, node]) => leafOf(key, node, object)) : null

function leafOf(key: string, node: SchemaNode, { required }: SchemaNode): z.output<typeof leaf> {
  const { label, labels, example, usual, shownWhen: when, choicesBy, multiline } = node.form ?? {}
  return {
    key,
    label: label ?? labelOf(key),
    type: node.enum ? 'enum' : typeOf(node),
    required: required?.includes(key) ?? false,
    default: usual ?? null,
    enum: node.enum ?? null,
    choices: node.type === 'array' ? numberedChoices(labels) : namedChoices(node.enum, labels),
    choices_by: choicesBy ? (structuredClone(choicesBy) as { key: string; choices: Record<string, string[]> }) : null,
    shown_when: when ? { key: when.key, in: [...when.in] } : null,
    example: example ?? null,
    multiline: multiline ?? false,
    min: node.minimum ?? null,
    max: node.maximum ?? null,
    max_items: node.maxItems ?? null,
    max_length: node.maxLength ?? null,
  }
}

const itemOf = (object: SchemaNode | undefined): FormField['item'] =>
  object?.item ? { add: object.item.add, picked: object.item.picked ? { ...object.item.picked } : null } : null

const typeOf = ({ type }: SchemaNode): string => (type === 'integer' ? 'number' : (type ?? 'any'))
