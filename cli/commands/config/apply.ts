import type { ConfigPlan } from '../../../sdk/src/api.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { confirm } from '../../confirm.ts'
import { CommandError, exitCodes } from '../../exit-codes.ts'
import { connectionLost, followPlan, isLost } from './follow.ts'
import { documentArguments } from '../../document.ts'
import { planOptions, requestPlan, showPlan } from './plan.ts'

export const command = defineCommand({
  description: 'Shows the plan and asks first. Without a terminal, it needs --yes and otherwise exits with 2.',
  arguments: documentArguments,
  options: { ...planOptions, yes: { help: 'Do not ask', short: 'y' } },
  example: 'apply -f lapwing.yaml --yes',
  async run(context) {
    const { output, options, signal } = context
    const plan = await requestPlan(context)
    if (output.isForPeople || options['format'] !== undefined) showPlan(context, plan)
    if (
      plan.changes.length > 0 &&
      options['yes'] !== true &&
      !(await confirm('Apply this plan? [y/N] ', { output, signal }))
    ) {
      output.warn('Nothing was changed. Use --yes to apply the plan without a question.')
      return exitCodes.changes
    }
    const applied = await applyPlan(context, plan)
    const done = plan.changes.length === 0 ? 'Nothing to do.' : 'Applied.'
    if (options['format'] === undefined) output.show(applied, () => output.print(done))
    else if (options['format'] !== 'json') output.print(done)
    return exitCodes.ok
  },
})

/** The server goes on without the connection, so nobody should apply the plan once more. */
async function applyPlan(context: CommandContext, { id }: ConfigPlan): Promise<ConfigPlan> {
  const { client, signal } = context
  const lapwing = await client()
  const begun = await lapwing.post('/config/plans/{id}/apply', { params: { id }, signal }).catch((error: unknown) => {
    if (signal.aborted || !isLost(error)) throw error
    return lapwing.get('/config/plans/{id}', { params: { id }, signal }).catch(() => {
      throw connectionLost(context, id)
    })
  })
  const plan = await followPlan(context, begun)
  if (plan.state !== 'applied') throw new CommandError('The connection was lost before the plan was applied.')
  return plan
}
