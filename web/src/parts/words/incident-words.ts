// What an incident is called and what it probably means. The server says it in English; by its known cause it is said in
// the reader's language, and what is not known stays as the server said it.
import type { Incident } from '../../../../sdk/api.ts'
import { type Language, useLook } from '../../look.ts'

type Cause = Incident['root_cause']
type Told = Pick<Incident, 'message' | 'root_cause'> & { readonly monitor: { readonly name: string } | null }

interface CauseWords {
  readonly title: (name: string) => string
  readonly diagnosis: string
}

type ByCause = Partial<Readonly<Record<Cause, CauseWords>>>

const german: ByCause = {
  dns: {
    title: (name) => `${name}: Der Name lässt sich nicht auflösen`,
    diagnosis:
      'Der Name ließ sich nicht wie vorgesehen auflösen, Besucher finden den Dienst nicht. Sieh dir die Einträge der Domain und ihre Nameserver an.',
  },
  connect: {
    title: (name) => `${name} ist nicht erreichbar`,
    diagnosis:
      'Der Server ist nicht erreichbar oder nimmt keine Verbindung an. Er kann aus oder überlastet sein, oder eine Firewall weist uns ab.',
  },
  tls: {
    title: (name) => `${name}: Es kommt keine sichere Verbindung zustande`,
    diagnosis:
      'Eine Verbindung kam zustande, aber keine sichere. Sieh dir das Zertifikat an und die TLS-Versionen und Verfahren, die der Server anbietet.',
  },
  timeout: {
    title: (name) => `${name} antwortet nicht rechtzeitig`,
    diagnosis:
      'Der Server hat nicht rechtzeitig geantwortet. Er kann überlastet sein, oder etwas auf dem Weg verschluckt die Pakete.',
  },
  http_status: {
    title: (name) => `${name} antwortet mit einem falschen Status`,
    diagnosis:
      'Der Server antwortet, aber mit einem Status, den die Regel nicht hinnimmt. Sieh dir die Anwendung und ihre Protokolle an.',
  },
  content: {
    title: (name) => `${name} antwortet nicht, wie es sollte`,
    diagnosis:
      'Der Dienst antwortet, aber nicht mit dem, was er sollte. Eine Auslieferung, eine Datenbank oder ein Cache kann es geändert haben.',
  },
  certificate: {
    title: (name) => `${name}: Zertifikat oder Registrierung braucht Aufmerksamkeit`,
    diagnosis:
      'Das Zertifikat oder die Registrierung braucht Aufmerksamkeit, bevor Besucher Warnungen sehen. Erneuere oder ersetze es.',
  },
  auth: {
    title: (name) => `${name} lehnt die Anmeldung ab`,
    diagnosis:
      'Der Dienst antwortet, lehnt aber die Anmeldung ab. Die Zugangsdaten können geändert oder abgelaufen sein.',
  },
  performance: {
    title: (name) => `${name} ist langsam`,
    diagnosis: 'Der Dienst läuft, aber langsamer, als er sollte. Sieh dir seine Last an und das, wovon er abhängt.',
  },
  heartbeat: {
    title: (name) => `${name} hat sich nicht gemeldet`,
    diagnosis:
      'Der Auftrag hat sich nicht gemeldet, wie er sollte. Er kann gescheitert sein, hängen oder nie begonnen haben.',
  },
}

const words: Readonly<Record<Language, ByCause>> = { en: {}, de: german }

export function useIncidentWords() {
  const known = words[useLook().language]
  return {
    titleOf: ({ message, monitor, root_cause: cause }: Told): string =>
      (monitor && known[cause]?.title(monitor.name)) ?? message,
    diagnosisOf: ({ diagnosis, root_cause: cause }: Pick<Incident, 'diagnosis' | 'root_cause'>): string =>
      known[cause]?.diagnosis ?? diagnosis,
  }
}
