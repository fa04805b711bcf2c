// The title and diagnosis of an incident in the reader's language; the server's English where no translation is known.
import type { Incident } from '../../api-types.ts'
import { usePreferences } from '../../preferences.ts'
import { causeTexts } from './incident-causes.ts'

type TitledIncident = Pick<Incident, 'message' | 'root_cause'> & { readonly monitor: { readonly name: string } | null }
type DiagnosedIncident = Pick<Incident, 'diagnosis' | 'root_cause'>

export function useIncidentTexts() {
  const causes = causeTexts[usePreferences().language]
  return {
    titleOf: ({ message, monitor, root_cause: cause }: TitledIncident): string =>
      (monitor && causes[cause]?.title(monitor.name)) ?? message,
    diagnosisOf: ({ diagnosis, root_cause: cause }: DiagnosedIncident): string => causes[cause]?.diagnosis ?? diagnosis,
  }
}
