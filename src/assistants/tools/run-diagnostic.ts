import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { diagnosticTypes } from '../../operations/diagnostics/diagnostic-types.ts'
import { compact } from '../compact.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { type ApiRun, config, locations, runOutput, showRuns, waitSeconds } from './run.ts'

interface ApiDiagnostic {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly results: readonly (Omit<ApiRun, 'details'> & { readonly data: ApiRun['details'] })[]
}

export const runDiagnostic = defineReadTool({
  name: 'run_diagnostic',
  title: 'Run a diagnostic',
  description: `Test any target once from Lapwing's locations: HTTP, DNS, TLS, ping, traceroute and others. Changes nothing and alerts nobody. Waits up to ${waitSeconds} s.`,
  needsWriteScope: true,
  openWorld: true,
  input: z.strictObject({
    type: z.enum(diagnosticTypes).optional(),
    target: z.string().max(2048).optional().describe('URL, hostname or address, depending on the type'),
    config,
    locations,
    diagnostic_id: z.uuid().optional().describe('Instead of the others: get the results of an earlier call'),
  }),
  output: resultOf({ diagnostic_id: z.string(), ...runOutput }),
  async run({ diagnostic_id: id, type, target, ...rest }, session) {
    if (id === undefined && (type === undefined || target === undefined))
      throw new Fault('invalid_request', 'type, target: both are required to run a diagnostic')
    const found = id
      ? await session.call<ApiDiagnostic>('getDiagnostic', { params: { id } })
      : await session.call<ApiDiagnostic>('runDiagnostic', { body: compact({ type, target, ...rest }), waitSeconds })
    const runs = found.results.map(({ data, ...run }) => ({ ...run, details: data }))
    const shown = showRuns(`${found.type} of ${found.target}`, runs)
    return {
      ...shown,
      diagnostic_id: found.id,
      ...(!shown.done && { next: 'Call run_diagnostic with this diagnostic_id for the results.' }),
    }
  },
})
