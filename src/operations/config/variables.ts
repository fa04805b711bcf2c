// Secrets that a document takes from the organization's variables, as `{variable: NAME}`. They are read whenever a plan
// is made, so that a changed variable is a difference like any other.
import { channelKind } from '../../channels/index.ts'
import { findCheck } from '../../checks/index.ts'
import { Fault } from '../../domain/fault.ts'
import { type ConfigShape, mask } from '../../domain/stored-config.ts'
import { openReadable } from '../../domain/vault.ts'
import { variableContext, variableName } from '../../domain/checking/variable.ts'
import { variablesOfOrganization } from '../../store/checking/variables.ts'
import type { OrganizationContext } from '../registry/define.ts'
import type { ConfigObject } from './document/sections.ts'
import { isRecord, nameIn } from './document/named-secrets.ts'
import { kinds } from './kinds/kinds.ts'

export class VariableValues {
  readonly #context: OrganizationContext
  /** Read once, and only if the document names one. */
  #values: Promise<ReadonlyMap<string, string | null>> | undefined

  constructor(context: OrganizationContext) {
    this.#context = context
  }

  /** The object with the values of its variables. Throws if one does not exist or would be shown. */
  async fillIn(object: ConfigObject): Promise<ConfigObject> {
    const { section, key, body } = object
    const at = `${section}[${key}]`
    const type = String(body.type)
    const shape = section === 'channels' ? channelKind(type) : section === 'monitors' ? findCheck(type) : undefined
    const named = Object.entries(kinds[section].named ?? {}).find(
      ([field, ways]) => ways.includes('variable') && isRecord(body[field]),
    )
    if (named) {
      const [field] = named
      return { ...object, body: { ...body, [field]: await this.#filled(body[field], `${at}.${field}`) } }
    }
    if (!shape || !isRecord(body.config)) return object
    const config: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(body.config)) {
      const path = `${at}.config.${field}`
      config[field] = await this.#filled(value, path)
      if (config[field] !== value) refuseShown(shape, field, { before: value, after: config[field], path })
    }
    return { ...object, body: { ...body, config } }
  }

  /** The same value if it names no variable. */
  async #filled(value: unknown, path: string): Promise<unknown> {
    if (value === null || typeof value !== 'object') return value
    const name = isRecord(value) ? nameIn(value, 'variable') : undefined
    if (name !== undefined && variableName.test(name)) return this.#valueOf(name, path)
    const parts = Object.entries(value)
    const filled: [string, unknown][] = []
    for (const [key, part] of parts)
      filled.push([key, await this.#filled(part, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`)])
    if (filled.every(([, part], index) => part === parts[index]![1])) return value
    return Array.isArray(value) ? filled.map(([, part]) => part) : Object.fromEntries(filled)
  }

  async #valueOf(name: string, path: string): Promise<string> {
    this.#values ??= readValues(this.#context)
    const value = (await this.#values).get(name)
    if (typeof value === 'string') return value
    const reason =
      value === null
        ? `the variable ${name} was encrypted with another key; set its value again`
        : `no variable is named ${name}; create it in Settings or with POST /variables`
    throw new Fault('invalid_request', `${path}: ${reason}`)
  }
}

/** The values by name; null if one cannot be decrypted. */
async function readValues({ db, caller, services }: OrganizationContext): Promise<Map<string, string | null>> {
  const stored = await variablesOfOrganization(db, caller.organization.id)
  return new Map(
    stored.map(({ id, name, secrets }) => [name, openReadable(services.vault, secrets, variableContext(id))]),
  )
}

interface FilledField {
  readonly before: unknown
  readonly after: unknown
  readonly path: string
}

/** No response shows the value of a variable, so it can only be the value of a secret. */
function refuseShown(shape: ConfigShape, field: string, { before, after, path }: FilledField): void {
  if (shape.secrets.includes(field)) return
  const concealed = shape.config[field]?.partlySecret?.conceal(after, mask)
  const shown = shownPart(before, after, concealed)
  if (shown !== undefined)
    throw new Fault('invalid_request', `${path}${shown}: is not a secret, so it cannot come from a variable`)
}

/** The path of the first value that a variable gave and that is not masked. */
function shownPart(before: unknown, after: unknown, concealed: unknown): string | undefined {
  if (before === after) return undefined
  if (typeof after === 'string') return concealed === mask ? undefined : ''
  const [from, shown] = [before as object, (concealed ?? {}) as Record<string, unknown>]
  for (const [key, part] of Object.entries(after as object)) {
    const found = shownPart(from[key as keyof object], part, shown[key])
    if (found !== undefined) return `${Array.isArray(after) ? `[${key}]` : `.${key}`}${found}`
  }
  return undefined
}
