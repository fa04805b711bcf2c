// Writes what is stored as Terraform: import blocks and resources for the provider Mastercard/restapi.
import type { Live, LiveObject } from './directory.ts'
import { mapReferences } from './document/references.ts'
import { type ConfigBody, type ConfigSection, sections } from './document/sections.ts'
import { brief } from './document/brief.ts'
import { kinds } from './kinds/kinds.ts'

/** Sections that the public API can create and change with one request each. */
const paths: Readonly<Partial<Record<ConfigSection, string>>> = {
  contacts: '/contacts',
  onCallSchedules: '/on-call-schedules',
  contactGroups: '/contact-groups',
  escalationPolicies: '/escalation-policies',
  monitors: '/monitors',
  maintenanceWindows: '/maintenance-windows',
  objectives: '/slos',
}

/** A Terraform expression, which is not quoted. */
class TerraformExpression {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export function writeTerraform(live: Live, origin: string): string {
  const written = live.objects.filter(({ section }) => paths[section] !== undefined)
  const left = sections.filter((section) => paths[section] === undefined)
  const blocks = written.map((object) => block(object, live))
  return [head(origin), `# Not part of this file: ${left.join(', ')}. Use lapwing apply for them.\n`, ...blocks].join(
    '\n',
  )
}

const head = (origin: string): string => `terraform {
  required_providers {
    restapi = { source = "Mastercard/restapi", version = "~> 1.20" }
  }
}

variable "lapwing_token" {
  type      = string
  sensitive = true
}

provider "restapi" {
  uri                  = ${quoted(`${origin}/v1`)}
  headers              = { Authorization = "Bearer \${var.lapwing_token}", "Content-Type" = "application/json" }
  write_returns_object = true
  update_method        = "PATCH"
}
`

function block(object: LiveObject, { directory, objects }: Live): string {
  const { section, id, shown } = object
  const path = paths[section]!
  const body = mapReferences(section, brief(kinds[section].body, shown()), ({ target, value }) => {
    const other = objects.find((one) => one.section === target && one.key === value)
    return other && paths[other.section]
      ? new TerraformExpression(`${addressOf(other)}.id`)
      : directory.find(target, String(value))?.id
  })
  return `import {
  to = ${addressOf(object)}
  id = ${quoted(`${path}/${id}`)}
}

resource "restapi_object" ${quoted(nameOf(object))} {
  path = ${quoted(path)}
  data = jsonencode(${hcl(body, 1)})
${updateData(section, body)}}
`
}

/** Updates leave out the type, which cannot change, and rules, which an update would add again. */
function updateData(section: ConfigSection, body: ConfigBody): string {
  const fixed = [...(kinds[section].fixed ?? []), 'alertRules']
  if (!fixed.some((field) => field in body)) return ''
  const changeable = Object.fromEntries(Object.entries(body).filter(([field]) => !fixed.includes(field)))
  return `  update_data = jsonencode(${hcl(changeable, 1)})\n`
}

const nameOf = ({ section, key }: LiveObject): string =>
  `${section.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_${key.replace(/[^a-z0-9]/g, '_')}`

const addressOf = (object: LiveObject): string => `restapi_object.${nameOf(object)}`

/** A template sequence in text would be evaluated. */
const quoted = (text: string): string => JSON.stringify(text).replace(/[$%](?=\{)/g, '$&$&')

function hcl(value: unknown, depth: number): string {
  if (value instanceof TerraformExpression) return value.text
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const [inner, outer] = ['  '.repeat(depth + 1), '  '.repeat(depth)]
  if (Array.isArray(value)) return `[${value.map((item) => hcl(item, depth)).join(', ')}]`
  const entries = Object.entries(value as ConfigBody).map(
    ([key, part]) => `${inner}${quoted(key)} = ${hcl(part, depth + 1)}`,
  )
  return entries.length === 0 ? '{}' : `{\n${entries.join('\n')}\n${outer}}`
}
