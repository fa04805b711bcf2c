// The variables of an organization. Script authors can use them; no response shows their values.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { mask } from '../../domain/stored-config.ts'
import {
  isReserved,
  maxValue,
  maxVariableName,
  maxVariables,
  minValue,
  variableContext,
  variableName,
} from '../../domain/checking/variable.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  type StoredVariable,
  countVariables,
  deleteVariable as removeVariable,
  findVariable,
  lockVariable,
  listVariables as variableRows,
  putVariable,
  variableNamed,
} from '../../store/checking/variables.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext, Operation } from '../registry/define.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { defineResource } from '../registry/resource.ts'

const variable = z
  .object({
    object: z.literal('variable'),
    id: z.uuid(),
    name: z.string().meta({ example: 'SHOP_PASSWORD' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Variable' })

export const nameOfVariable = z
  .string()
  .max(maxVariableName)
  .regex(variableName, 'must be capital letters, digits and underscores, and not start with a digit')
  .refine((name) => !isReserved(name), 'is reserved for the script runner; choose another name')

export const valueOfVariable = z
  .string()
  .min(minValue)
  .max(maxValue)
  .regex(/^[^\u0000]*$/, 'must not contain a zero character')

const fields = {
  name: nameOfVariable.meta({ description: 'Scripts read it as `process.env.NAME`' }),
  value: valueOfVariable.meta({
    description:
      `Encrypted and never returned. At least ${minValue} characters, so that it can be masked in the ` +
      'output of runs',
    writeOnly: true,
  }),
}

const createBody = z.strictObject(fields).meta({ id: 'VariableCreate' })
const updateBody = z.strictObject(fields).partial().meta({ id: 'VariableUpdate' })

const variables = defineResource({
  object: 'variable',
  noun: 'variable',
  tag: 'Playwright',
  path: '/variables',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The variable, without its value', schema: variable },
  find: ({ db, caller }, { id }) => findVariable(db, caller.organization.id, id),
  async lock({ db, caller }, { id }) {
    await lockOrganization(db, caller.organization.id)
    return lockVariable(db, caller.organization.id, id)
  },
})

const listVariables = variables.list({
  id: 'listVariables',
  summary: 'List the variables of the organization, newest first',
  page: { description: 'A page of variables, without their values' },
  rows: newestOfOrganization('variables', variableRows),
})

const createVariable = variables.create({
  id: 'createVariable',
  summary: 'Create a variable',
  description: `All playwright scripts of the organization get it in their environment. At most ${maxVariables}.`,
  body: createBody,
  bodyExample: { name: 'SHOP_PASSWORD', value: 'correct horse battery staple' },
  faults: ['conflict'],
  facts: ({ name }: StoredVariable) => ({ name }),
  async create({ name, value }, context) {
    const { db, caller, now } = context
    await lockOrganization(db, caller.organization.id)
    await refuseTakenName(context, name)
    await refuseTooMany(context)
    const id = newId(now)
    await putVariable(db, caller.organization.id, { id, name, secrets: sealed(context, id, value) }, now)
    return variables.find(context, { id })
  },
})

const getVariable = variables.read({ id: 'getVariable', summary: 'Get a variable, without its value' })

const updateVariable = variables.update({
  id: 'updateVariable',
  summary: 'Rename a variable or replace its value',
  description: 'Omitted fields keep their values. New runs use the new value.',
  body: updateBody,
  bodyExample: { value: 'tr0ub4dor and three' },
  faults: ['conflict'],
  async change(before, { name = before.name, value }, context) {
    const { db, caller, now } = context
    const { id } = before
    if (name !== before.name) await refuseTakenName(context, name)
    const secrets = value === undefined ? before.secrets : sealed(context, id, value)
    const replaced = value === undefined ? {} : { value: { from: mask, to: mask } }
    return {
      changes: { ...changesBetween({ name: before.name }, { name }), ...replaced },
      async write() {
        await putVariable(db, caller.organization.id, { id, name, secrets }, now)
        return variables.find(context, { id })
      },
    }
  },
})

const deleteVariable = variables.delete({
  id: 'deleteVariable',
  summary: 'Delete a variable; scripts no longer get it',
  remove: ({ id }, { db, caller }) => removeVariable(db, caller.organization.id, id),
})

export const variableOperations: readonly Operation[] = [
  listVariables,
  createVariable,
  getVariable,
  updateVariable,
  deleteVariable,
]

const sealed = ({ services }: CallerContext, id: string, value: string): Buffer =>
  services.vault.seal(value, variableContext(id))

async function refuseTakenName({ db, caller }: CallerContext, name: string): Promise<void> {
  if (await variableNamed(db, caller.organization.id, name))
    throw new Fault('conflict', `The variable ${name} already exists; update it instead`)
}

async function refuseTooMany({ db, caller }: CallerContext): Promise<void> {
  if ((await countVariables(db, caller.organization.id)) < maxVariables) return
  throw new Fault('forbidden', `An organization can have at most ${maxVariables} variables; delete one first`)
}
