import type { ConfigPlan } from '../../../sdk/src/api.ts'
import { ApiError } from '../../../sdk/src/errors.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { confirm } from '../../confirm.ts'
import { planOptions, requestPlan, showPlan } from './plan.ts'
import { CommandError, exitCodes } from '../../exit-codes.ts'

export const command = defineCommand({
  description: 'Shows the plan and asks first. Without a terminal, it needs --yes and otherwise exits with 2.',
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

// Thousands of objects take minutes on a busy machine.
const timeoutMs = 600_000

/** The server goes on without the connection, so nobody should apply the plan once more. */
async function applyPlan({ client, signal }: CommandContext, { id }: ConfigPlan): Promise<ConfigPlan> {
  const lapwing = await client()
  try {
    return await lapwing.post('/config/plans/{id}/apply', { params: { id }, signal, timeoutMs })
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    const plan = await lapwing.get('/config/plans/{id}', { params: { id }, signal }).catch(() => null)
    if (plan?.applied_at) return plan
    const how = `lapwing api GET /config/plans/${id}`
    throw new CommandError(
      `The connection was lost; the plan may still be running. \`${how}\` says when it is applied.`,
    )
  }
}
