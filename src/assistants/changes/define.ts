import type { z } from 'zod'
import { type GuardedTool, changeReport, guard, guardInput } from '../guard/guard.ts'
import type { WriteTool } from '../tool.ts'

type WriteToolDraft<I extends z.ZodObject> = Pick<WriteTool, 'title' | 'description' | 'toolset' | 'hints'> &
  GuardedTool<z.output<I>> & { readonly input: I }

/** A tool that changes something. It only plans the change; the guard decides and carries it out. */
export function defineWriteTool<I extends z.ZodObject>({ input, plan, ...draft }: WriteToolDraft<I>): WriteTool {
  return {
    ...draft,
    access: 'write',
    input: input.extend(guardInput),
    output: changeReport,
    run: (given, session) =>
      guard({ name: draft.name, plan }, given as Parameters<typeof guard>[1] & z.output<I>, session),
  } as WriteTool
}
