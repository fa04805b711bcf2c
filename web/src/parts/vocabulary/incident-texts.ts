// The title and diagnosis of an incident in the reader's language; the server's English where no translation is known.
import type { Incident } from '../../api-types.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { usePreferences } from '../../preferences.ts'
import { causeTexts } from './incident-causes.ts'

type TitledIncident = Pick<Incident, 'message' | 'root_cause'> & { readonly monitor: { readonly name: string } | null }
type DiagnosedIncident = Pick<Incident, 'diagnosis' | 'root_cause'>

export function useIncidentTexts() {
  const causes = causeTexts[usePreferences().language]
  const { text } = useTranslation()
  return {
    titleOf: ({ message, monitor, root_cause: cause }: TitledIncident): string =>
      (monitor && causes[cause]?.title(monitor.name)) ?? message,
    diagnosisOf: ({ diagnosis, root_cause: cause }: DiagnosedIncident): string =>
      translateDiagnosis(diagnosis, text) ?? causes[cause]?.diagnosis ?? diagnosis,
  }
}

/** A known diagnosis with the locations that confirm it; null if it is not translated. */
function translateDiagnosis(diagnosis: string, translate: (text: string) => string): string | null {
  const [, said = '', locations] = /^(.*?)(?: Confirmed from (\d+) locations\.)?$/s.exec(diagnosis) ?? []
  const translated = translate(said)
  if (translated === said) return null
  return locations === undefined
    ? translated
    : `${translated} ${translate('Confirmed from {} locations.').replace('{}', locations)}`
}
