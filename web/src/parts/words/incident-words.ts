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

// A rule on a metric has these causes, too: each sentence is true of a service that is down and of one that only misses a limit.
const german: ByCause = {
  dns: {
    title: (name) => `${name}: Mit der Namensauflösung stimmt etwas nicht`,
    diagnosis:
      'Der Name lässt sich nicht auflösen, wie er sollte. Sieh dir die Einträge der Domain, ihre Nameserver und ihre Registrierung an.',
  },
  connect: {
    title: (name) => `${name} ist nicht oder nur mit Verlusten erreichbar`,
    diagnosis:
      'Verbindungen kommen nicht zustande, oder Pakete gehen verloren. Sieh nach, ob der Server läuft, ob der Dienst lauscht und ob eine Firewall uns abweist.',
  },
  tls: {
    title: (name) => `${name}: Mit der Verschlüsselung stimmt etwas nicht`,
    diagnosis: 'Sieh dir das Zertifikat an und die TLS-Versionen und Verfahren, die der Server anbietet.',
  },
  timeout: {
    title: (name) => `${name} antwortet nicht rechtzeitig`,
    diagnosis:
      'Es kam keine rechtzeitige Antwort. Sieh nach, ob der Server hängt oder überlastet ist und ob etwas auf dem Weg Pakete verschluckt.',
  },
  http_status: {
    title: (name) => `${name} antwortet mit einem falschen Status`,
    diagnosis:
      'Der Server antwortet, aber mit einem Status, den die Regel nicht hinnimmt. Sieh dir die Anwendung an, wovon sie abhängt, und ihr Protokoll.',
  },
  content: {
    title: (name) => `${name} antwortet nicht, wie es sollte`,
    diagnosis:
      'Der Dienst antwortet, aber nicht mit dem, was er sollte. Sieh nach, was zuletzt ausgeliefert oder geändert wurde.',
  },
  certificate: {
    title: (name) => `${name}: Mit Zertifikat, Schlüssel oder Registrierung stimmt etwas nicht`,
    diagnosis:
      'Vergleiche Daten, Namen und Aussteller mit dem, was du erwartest. Was abläuft, erneuere; was niemand von euch geändert hat, prüfe zuerst.',
  },
  auth: {
    title: (name) => `${name}: Die Anmeldung gelingt nicht`,
    diagnosis:
      'Der Dienst antwortet, lehnt aber die Anmeldung ab. Sieh nach, ob das Konto gesperrt ist oder ob Passwort, Schlüssel oder Token geändert wurden oder abgelaufen sind.',
  },
  performance: {
    title: (name) => `${name} ist langsam`,
    diagnosis: 'Der Dienst läuft, aber langsamer, als er sollte. Sieh dir seine Last an und worauf er wartet.',
  },
  heartbeat: {
    title: (name) => `${name} hat sich nicht gemeldet, wie es sollte`,
    diagnosis:
      'Was sich melden sollte, ist gescheitert, hängt, hat nie begonnen oder erreicht uns nicht. Sieh nach, ob es läuft, und lies sein Protokoll.',
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
