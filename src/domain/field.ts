// Builds the fields of a config. Each field has a schema that validates input and notes from which forms are drawn.
import { z } from 'zod'

export interface FieldNotes {
  readonly type: 'string' | 'number' | 'boolean' | 'enum' | 'array' | 'object' | 'string or string[]'
  readonly description: string
  readonly required: boolean
  readonly secret: boolean
  readonly default: unknown
  readonly enum: readonly (string | number)[] | null
  readonly min: number | null
  readonly max: number | null
  readonly maxItems: number | null
  readonly maxLength: number | null
  readonly form: FormNotes
}

export const fieldGroups = ['request', 'login', 'answer', 'connection', 'report', 'alarm', 'routing'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Overrides how a form shows the field. */
export interface FormNotes {
  label?: string
  group?: FieldGroup
  /** Whether it is shown under "More settings". */
  advanced?: boolean
  unit?: string
  placeholder?: string
  shownWhen?: ShownWhen
  /** What choices are called when that does not follow from their codes. */
  labels?: Readonly<Record<string, string>>
  /** A value that a new form starts with. */
  sample?: string
}

interface ShownWhen {
  readonly key: string
  readonly in: readonly (string | number | boolean)[]
}

/** How a form shows a part of an object, if that does not follow from its key and schema. */
export interface PartNotes {
  label?: string
  labels?: Readonly<Record<string, string>>
  example?: string
  /** What applies when it is left out. */
  usual?: string
  shownWhen?: ShownWhen
  /** The choices that remain, by the value of another part. */
  choicesBy?: { readonly key: string; readonly choices: Readonly<Record<string, readonly string[]>> }
  multiline?: boolean
}

/** Attaches notes for the form to the schema of a part. */
export const part = <S extends z.ZodType>(schema: S, notes: PartNotes): S => schema.meta({ form: notes }) as S

/**
 * Attaches what a new item is called, and its parts when it is made from a value of a JSON response: `{path}`,
 * `{value}` and `{name}` are replaced.
 */
export const item = <S extends z.ZodType>(schema: S, notes: ItemNotes): S => schema.meta({ item: notes }) as S

export interface ItemNotes {
  add: string
  picked?: Readonly<Record<string, string>>
}

/** `T` is the type that a run reads; it excludes `undefined` if the field is required or has a default. */
export interface Field<T = unknown> {
  readonly schema: z.ZodType<NonNullable<T>>
  readonly notes: FieldNotes
  /** The kind of resource whose ids it holds; they must exist in the organization. */
  readonly refersTo: Reference | null
  /** Returns a valid value in its stored form. */
  normalize(value: NonNullable<T>): NonNullable<T>
  /** Set if the value is stored encrypted although readers see parts of it. */
  readonly partlySecret: PartlySecret | null
  /** Secrets must be sent again before this may be switched off. */
  readonly protectsSecrets: boolean
}

export type Reference = 'contact group'

/** Values are passed as they were sent, valid or not. */
export interface PartlySecret {
  conceal(value: unknown, mask: string): unknown
  /** Replaces masked parts with the stored ones. */
  restore(sent: unknown, stored: unknown, mask: string): unknown
  isMasked(sent: unknown, mask: string): boolean
  /**
   * The stored parts in use that must be sent again, each as `path: reason`. Only for values whose parts belong to
   * different origins; other values belong to the origin of the target.
   */
  unsent?(move: SecretMove): string[]
}

/** A change to a stored value and to the target of its monitor. */
export interface SecretMove {
  readonly stored: unknown
  /** Undefined if the value was left out. */
  readonly sent: unknown
  readonly from: string
  readonly to: string
  readonly mask: string
  /** Changed keys that could expose secrets to a third party: all stored parts must be sent again. */
  readonly causes: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>
export type ConfigOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

export interface FieldOptions<T> extends FormNotes {
  help: string
  required?: boolean
  secret?: boolean
  default?: T
  refersTo?: Reference
  normalize?(value: T): T
  partlySecret?: PartlySecret
  protectsSecrets?: boolean
}
export type FieldValue<T, O> = O extends { default: T } | { required: true } ? T : T | undefined

export function field<T, O extends FieldOptions<T>>(
  type: FieldNotes['type'],
  schema: z.ZodType,
  options: O,
  more: Partial<FieldNotes> = {},
): Field<FieldValue<T, O>> {
  return {
    schema: schema as z.ZodType<NonNullable<FieldValue<T, O>>>,
    refersTo: options.refersTo ?? null,
    partlySecret: options.partlySecret ?? null,
    protectsSecrets: options.protectsSecrets ?? false,
    normalize: (value) => (options.normalize ? (options.normalize(value as T) as typeof value) : value),
    notes: {
      type,
      description: options.help,
      required: options.required ?? false,
      secret: options.secret ?? false,
      default: options.default ?? null,
      enum: null,
      min: null,
      max: null,
      maxItems: null,
      maxLength: null,
      form: formNotesOf(options),
      ...more,
    },
  }
}

function formNotesOf(notes: FormNotes): FormNotes {
  const { label, group, advanced, unit, placeholder, shownWhen, labels, sample } = notes
  return { label, group, advanced, unit, placeholder, shownWhen, labels, sample }
}

export type TextOptions = FieldOptions<string> & {
  maxLength?: number
  minLength?: number
  rule?: (value: string) => string | null
  /** Allows line breaks. By default a secret is one line, so that it cannot inject headers. */
  manyLines?: boolean
}

const oneLineProblem = (value: string): string | null => (/[\r\n]/.test(value) ? 'must not contain line breaks' : null)

/** `rule` returns what is wrong with a value, or null. */
export function text<const O extends TextOptions>(options: O): Field<FieldValue<string, O>> {
  const { maxLength = 1000, rule } = options
  return field<string, O>(
    'string',
    ruled(
      z
        .string()
        .min(options.minLength ?? 0)
        .max(maxLength),
      options.secret && !options.manyLines ? (value) => oneLineProblem(value) ?? rule?.(value) ?? null : rule,
    ),
    options,
    { maxLength },
  )
}

export function ruled<S extends z.ZodType<string>>(schema: S, rule?: (value: string) => string | null): S {
  if (!rule) return schema
  return schema.check((context) => {
    const problem = rule(context.value)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value, continue: true })
  }) as S
}

export function number<const O extends FieldOptions<number> & { min: number; max: number; fraction?: boolean }>(
  options: O,
): Field<FieldValue<number, O>> {
  const schema = options.fraction ? z.number() : z.int()
  return field<number, O>('number', schema.min(options.min).max(options.max), options, {
    min: options.min,
    max: options.max,
  })
}

export function flag<const O extends FieldOptions<boolean>>(options: O): Field<FieldValue<boolean, O>> {
  return field<boolean, O>('boolean', z.boolean(), options)
}

export function choice<const V extends string | number, const O extends FieldOptions<V>>(
  values: readonly V[],
  options: O,
): Field<FieldValue<V, O>> {
  return field<V, O>('enum', z.literal(values as V[]), options, { enum: values })
}

export function base64<const O extends FieldOptions<string> & { maxLength: number }>(
  options: O,
): Field<FieldValue<string, O>> {
  return field<string, O>('string', z.base64().max(options.maxLength), options, { maxLength: options.maxLength })
}

export function list<T, const O extends FieldOptions<T[]> & { maxItems: number; minItems?: number }>(
  item: z.ZodType<T>,
  options: O,
): Field<FieldValue<T[], O>> {
  const schema = z
    .array(item)
    .min(options.minItems ?? 0)
    .max(options.maxItems)
  return field<T[], O>('array', schema, options, { maxItems: options.maxItems })
}

/** Ids of contact groups, each once. */
export const contactGroups = <const O extends FieldOptions<string[]> & { maxItems: number }>(
  options: O,
): Field<FieldValue<string[], O>> =>
  list(z.uuid(), {
    ...options,
    refersTo: 'contact group',
    normalize: (ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))],
  })

export function record<T, const O extends FieldOptions<T>>(schema: z.ZodType<T>, options: O): Field<FieldValue<T, O>> {
  return field<T, O>('object', schema, options)
}

export const word = (maxLength: number): z.ZodString => z.string().min(1).max(maxLength)
