import { z } from 'zod'
import { defineOperation, ok } from '../registry/define.ts'
import { formFields, formFieldsOf } from '../registry/fields/form-fields.ts'
import type { PlanName } from '../../domain/plan.ts'
import { type DiagnosticType, checkOf, diagnosticTypes, settingsOf } from './diagnostic-types.ts'

const diagnosticType = z
  .object({
    object: z.literal('diagnostic_type'),
    type: z.enum(diagnosticTypes),
    name: z.string().meta({ description: 'What people call it, such as `Traceroute`' }),
    title: z.string().meta({ description: 'Of the monitor type that it runs' }),
    monitor_type: z.string().meta({ description: 'The type of a monitor that checks the same' }),
    target_format: z.object({ format: z.string(), description: z.string(), example: z.string() }),
    params: formFields.meta({ description: 'The keys of `config`; examples leave them out' }),
    available: z.boolean().meta({ description: 'Whether this version and the plan support it' }),
  })
  .meta({ id: 'DiagnosticType' })

export const listDiagnosticTypes = defineOperation({
  id: 'listDiagnosticTypes',
  method: 'GET',
  path: '/diagnostics/types',
  tag: 'Diagnostics',
  summary: 'List the types of diagnostics',
  responses: {
    200: {
      description: 'All of them',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(diagnosticType).meta({ example: [shownType('ping', 'pro')] }),
        has_more: z.boolean(),
      }),
    },
  },
  handle: async (_input, { caller: { organization } }) => {
    const isOff = organization.limits.diagnostics_per_hour === 0
    const data = diagnosticTypes.map((type) => {
      const visible = shownType(type, organization.plan)
      return { ...visible, available: visible.available && !isOff }
    })
    return ok({ object: 'list', data, has_more: false })
  },
})

/** Keys about alerting do not apply to a single run. */
function shownType(type: DiagnosticType, plan: PlanName): z.output<typeof diagnosticType> {
  const { title, target, config } = checkOf(type)
  const params = Object.entries(config).filter(([, { notes }]) => notes.form.group !== 'alarm')
  return {
    object: 'diagnostic_type',
    type,
    name: settingsOf(type).name,
    title,
    monitor_type: checkOf(type).type,
    target_format: { format: target.format, description: target.description, example: target.examples[0] },
    params: formFieldsOf(Object.fromEntries(params)),
    available: !settingsOf(type).notOn?.includes(plan),
  }
}
