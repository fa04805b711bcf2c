// A tool for assistants: one object with the words that an assistant reads, its schemas, and what it does.
import { z } from 'zod'
import type { KeyScope } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { parse } from '../domain/validation.ts'
import type { AssistantSession } from './session.ts'

/** Groups of tools that a client asks for by name, besides the base set. */
export const toolsets = ['on-call', 'status-pages', 'hosts', 'contacts'] as const
export type Toolset = (typeof toolsets)[number]

interface ToolDraft<I extends z.ZodObject, O extends z.ZodObject> {
  /** snake_case; never changes, because people allow tools by name. */
  readonly name: string
  readonly title: string
  /** When to use it and what it returns, in one to three sentences. */
  readonly description: string
  /** None for the base set. */
  readonly toolset?: Toolset
  /** Reaches systems that Lapwing does not know yet, such as the target of a diagnostic. */
  readonly openWorld?: true
  readonly input: I
  readonly output: O
  run(input: z.output<I>, session: AssistantSession): Promise<z.input<O>>
}

export interface ReadTool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> extends ToolDraft<
  I,
  O
> {
  readonly access: 'read'
  /** Changes nothing, but runs an operation that needs the write scope, such as a diagnostic. */
  readonly needsWriteScope?: true
}

export interface WriteTool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> extends ToolDraft<
  I,
  O
> {
  readonly access: 'write'
  readonly hints: {
    /** Takes something away: deletes, pauses, silences or overwrites it. */
    readonly destructive: boolean
    /** A repeated call with the same input changes nothing more. */
    readonly idempotent: boolean
  }
}

export type Tool = ReadTool | WriteTool

export const defineReadTool = <I extends z.ZodObject, O extends z.ZodObject>(
  tool: Omit<ReadTool<I, O>, 'access'>,
): ReadTool => ({ ...tool, access: 'read' }) as unknown as ReadTool

/** Whether a credential with this scope sees the tool. */
export const isVisibleTo = (tool: Tool, scope: KeyScope): boolean =>
  scope === 'write' || (tool.access === 'read' && !tool.needsWriteScope)

/** The result of a tool: a sentence first, then the data, and a hint what to call next if there is one. */
export const resultOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ summary: z.string(), ...shape, next: z.string().optional() })

/** Input that has a field of another tool is refused with the names of those that exist. */
export async function runTool({ input: schema, run }: Tool, input: unknown, session: AssistantSession) {
  const unknown = Object.keys(input ?? {}).filter((field) => !Object.hasOwn(schema.shape, field))
  try {
    return await run(parse(schema, input ?? {}), session)
  } catch (error) {
    if (unknown.length === 0 || !(error instanceof Fault)) throw error
    throw new Fault(error.code, `${error.message}. Fields: ${Object.keys(schema.shape).join(', ') || 'none'}`)
  }
}
