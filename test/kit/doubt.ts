import type { Doubt } from '../../src/engine/probe/doubt.ts'

/** A probe that believes everything it sees. */
export const noDoubt: Doubt = { note: () => undefined, consider: async () => null }
