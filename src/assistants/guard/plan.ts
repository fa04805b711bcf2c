// What a write tool wants to do: the operations to run, the objects they change, and how to take the change back.
import type { ChangeEffect } from '../../domain/limits/assistant-change.ts'
import type { ChangedObject } from '../../store/assistants/changes.ts'
import type { Database } from '../../store/database/database.ts'
import type { AssistantSession, OperationInput } from '../session.ts'

export interface IntendedChange extends ChangedObject {
  readonly effect: ChangeEffect
  /** Changes what is checked or who is alerted, so a failure could end without being fixed. */
  readonly mayHideFailure?: boolean
}

export interface OperationStep {
  readonly operationId: string
  readonly input: OperationInput
}

export interface UndoPlan {
  readonly steps: readonly OperationStep[]
  readonly changes: readonly IntendedChange[]
  /** What stays as it is. */
  readonly note?: string
}

export interface ChangePlan {
  /** In the imperative, such as `Pause Shop`. */
  readonly summary: string
  readonly changes: readonly IntendedChange[]
  readonly steps: readonly OperationStep[]
  /** What the assistant gets, from the responses of the steps. */
  result(responses: readonly unknown[]): object
  /** How to take it back, or why that is impossible; null if nothing lasting changes. */
  undo(responses: readonly unknown[]): UndoPlan | string | null
  /** Writes that belong to the change, in its transaction. */
  afterwards?(tx: Database, changeId: string): Promise<void>
}

/** A change that a person must confirm, because its monitor is failing. */
export interface FailingChange extends IntendedChange {
  readonly state: string
}

/** The credential that limits, confirmations and undo belong to. */
export const holderOf = ({ caller }: AssistantSession) => ({
  organizationId: caller.organization.id,
  credentialId: caller.credential.id,
})
