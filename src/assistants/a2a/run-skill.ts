// Runs the skill that a message asks for. A problem that the client can fix asks for input instead of failing.
import { Fault } from '../../domain/fault.ts'
import { ourFault } from '../../operations/registry/our-fault.ts'
import type { AssistantSession } from '../session.ts'
import { type Tool, runTool } from '../tool.ts'
import { tools } from '../tools/index.ts'
import { type Skill, findSkill, skillNamedIn, skills } from './skills.ts'

export const toolOfSkill = ({ tool: name }: Skill): Tool => tools.find((tool) => tool.name === name)!

export interface SkillRequest {
  readonly texts: readonly string[]
  readonly data: readonly unknown[]
}

export interface SkillOutcome {
  readonly state: 'completed' | 'input_required' | 'failed' | 'rejected'
  /** For people. */
  readonly text: string
  /** For programs. */
  readonly data: object
  /** Set if a skill ran. */
  readonly skill?: Skill
}

export async function runSkill({ texts, data }: SkillRequest, session: AssistantSession): Promise<SkillOutcome> {
  const requested = data.find(isSkillRequest)
  const skill = requested ? findSkill(requested.skill) : texts.map(skillNamedIn).find((each) => each !== undefined)
  if (!skill) return askForSkill(requested)
  try {
    const tool = toolOfSkill(skill)
    const result = (await runTool(tool, requested?.input, session)) as { summary: string }
    const mustWait = 'status' in result && result.status === 'confirmation_required'
    return { state: mustWait ? 'input_required' : 'completed', text: result.summary, data: result, skill }
  } catch (error) {
    return failureOf(error, skill, session)
  }
}

interface RequestedSkill {
  readonly skill: unknown
  readonly input?: unknown
}

const isSkillRequest = (data: unknown): data is RequestedSkill =>
  typeof data === 'object' && data !== null && 'skill' in data

const exampleOf = ({ id, example }: Skill): object => ({ skill: id, input: example })

function askForSkill(requested: RequestedSkill | undefined): SkillOutcome {
  const names = skills.map(({ id }) => id)
  const problem = requested === undefined ? 'This message names no skill.' : 'There is no skill with this name.'
  const example = exampleOf(skills[0]!)
  return {
    state: 'input_required',
    text: `${problem} Send a data part such as ${JSON.stringify(example)}. Skills: ${names.join(', ')}`,
    data: { example, skills: names },
  }
}

function failureOf(error: unknown, skill: Skill, { services }: AssistantSession): SkillOutcome {
  if (!(error instanceof Fault)) services.log.error('skill failed', { error, skill: skill.id })
  const { code, message } = error instanceof Fault ? error : ourFault(error)
  const data = { code, message }
  if (code === 'invalid_request') {
    const example = exampleOf(skill)
    const text = `${message}. Send a data part such as ${JSON.stringify(example)}`
    return { state: 'input_required', text, data: { ...data, example } }
  }
  return { state: code === 'forbidden' ? 'rejected' : 'failed', text: message, data }
}
