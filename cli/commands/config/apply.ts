import { defineCommand } from '../../command.ts'
import { planOptions, printPlan, requestPlan } from './plan.ts'
import { confirm } from '../../confirm.ts'
import { exitCodes } from '../../exit-codes.ts'

export const command = defineCommand({
  description: 'Shows the plan and asks first. Without a terminal, it needs --yes and otherwise exits with 2.',
  options: { ...planOptions, yes: { help: 'Do not ask', short: 'y' } },
  example: 'apply -f lapwing.yaml --yes',
  async run(context) {
    const { output, options, signal } = context
    const plan = await requestPlan(context)
    if (output.isForPeople) printPlan(output, plan)
    if (
      plan.changes.length > 0 &&
      options['yes'] !== true &&
      !(await confirm('Apply this plan? [y/N] ', { output, signal }))
    ) {
      output.warn('Nothing was changed. Use --yes to apply the plan without a question.')
      return exitCodes.changes
    }
    const { id } = plan
    const applied = await (await context.client()).post('/config/plans/{id}/apply', { params: { id }, signal })
    output.show(applied, () => output.print(plan.changes.length === 0 ? 'Nothing to do.' : 'Applied.'))
    return exitCodes.ok
  },
})
