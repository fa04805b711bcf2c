// A tool for assistants: one object with the words that an assistant reads, its schemas, and what it does.
import type { z } from 'zod'
import type { AssistantSession } from './session.ts'

/** Groups of tools that a client asks for by name, besides the base set. */
export const toolsets = ['on-call', 'status-pages', 'hosts', 'contacts'] as const
export type Toolset = (typeof toolsets)[number]

interface ToolWords {
  /** snake_case; never changes, because people allow tools by name. */
  readonly name: string
  readonly title: string
  /** When to use it and what it returns, in one to three sentences. */
  readonly description: string
  /** None for the base set. */
  readonly toolset?: Toolset
}

export interface ReadTool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> extends ToolWords {
  readonly access: 'read'
  readonly input: I
  readonly output: O
  run(input: z.output<I>, session: AssistantSession): Promise<z.input<O>>
}

export const defineReadTool = <I extends z.ZodObject, O extends z.ZodObject>(
  tool: Omit<ReadTool<I, O>, 'access'>,
): ReadTool => ({ ...tool, access: 'read' }) as unknown as ReadTool
