// Follows a plan that the server applies in the background.
import type { ConfigPlan } from '../../../sdk/src/api.ts'
import { ApiError } from '../../../sdk/src/errors.ts'
import { sleep } from '../../../sdk/src/sleep.ts'
import type { CommandContext } from '../../command.ts'
import { CommandError, exitCodes } from '../../exit-codes.ts'

const pollMs = 1000
/** Without a terminal, one line in so many polls is printed. */
const pollsPerLine = 10

/** Returns the plan as it is once it is no longer applied; throws if it failed. */
export async function followPlan(context: CommandContext, plan: ConfigPlan): Promise<ConfigPlan> {
  const { client, output, signal } = context
  const lapwing = await client()
  const { id } = plan
  let current = plan
  try {
    for (let polls = 0; current.state === 'applying'; polls++) {
      output.progress(`${current.applied} of ${current.total} changes …`, { isLine: polls % pollsPerLine === 0 })
      await sleep(pollMs, signal)
      current = await lapwing.get('/config/plans/{id}', { params: { id }, query: { changes: 'false' }, signal })
    }
  } catch (error) {
    if (signal.aborted) output.warn(`The plan is still running; \`lapwing plan show ${id}\` follows it.`)
    throw isLost(error) ? connectionLost(context, id) : error
  }
  if (current.state === 'failed') throw new CommandError(`The plan failed and changed nothing: ${current.failure}`)
  const { changes, drift, rehearsal } = plan
  return { ...current, changes, drift, rehearsal }
}

/** There was no response, or one of something in front of Lapwing. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status > 500)

export const connectionLost = ({ url }: CommandContext, id: string): CommandError =>
  new CommandError(
    `Lost the connection to ${url()}. The plan may still be running there; \`lapwing plan show ${id}\` follows it.`,
    exitCodes.unreachable,
  )
