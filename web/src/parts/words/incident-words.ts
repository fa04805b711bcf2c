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
    title: (name) => `${name}: Problem mit der DNS-Auflösung`,
    diagnosis:
      'Der Name wird nicht richtig aufgelöst. Prüfe die DNS-Einträge der Domain, ihre Nameserver und ihre Registrierung.',
  },
  connect: {
    title: (name) => `${name} ist nicht oder nur mit Verlusten erreichbar`,
    diagnosis:
      'Verbindungen kommen nicht zustande, oder Pakete gehen verloren. Prüfe, ob der Server läuft, ob der Dienst den Port offen hat und ob eine Firewall die Verbindung blockiert.',
  },
  tls: {
    title: (name) => `${name}: Problem mit der TLS-Verschlüsselung`,
    diagnosis: 'Prüfe das Zertifikat sowie die TLS-Versionen und Verfahren, die der Server anbietet.',
  },
  timeout: {
    title: (name) => `${name} antwortet nicht rechtzeitig`,
    diagnosis:
      'Die Antwort kam nicht rechtzeitig. Prüfe, ob der Server überlastet ist oder hängt und ob eine Firewall Pakete verwirft.',
  },
  http_status: {
    title: (name) => `${name} antwortet mit einem falschen Status`,
    diagnosis:
      'Der Server antwortet mit einem Status, den die Regel nicht zulässt. Prüfe die Anwendung, ihre Abhängigkeiten und ihr Log.',
  },
  content: {
    title: (name) => `${name} liefert nicht die erwartete Antwort`,
    diagnosis:
      'Der Dienst antwortet, aber nicht mit dem erwarteten Inhalt. Prüfe, was zuletzt ausgeliefert oder geändert wurde.',
  },
  certificate: {
    title: (name) => `${name}: Problem mit Zertifikat, Schlüssel oder Registrierung`,
    diagnosis:
      'Vergleiche Ablaufdatum, Namen und Aussteller mit den erwarteten Werten. Erneuere, was abläuft, und prüfe zuerst Änderungen, die niemand von euch gemacht hat.',
  },
  auth: {
    title: (name) => `${name}: Anmeldung fehlgeschlagen`,
    diagnosis:
      'Der Dienst antwortet, lehnt aber die Anmeldung ab. Prüfe, ob das Konto gesperrt ist und ob Passwort, Schlüssel oder Token geändert wurden oder abgelaufen sind.',
  },
  performance: {
    title: (name) => `${name} ist langsam`,
    diagnosis: 'Der Dienst läuft, aber langsamer als erlaubt. Prüfe seine Last und worauf er wartet.',
  },
  heartbeat: {
    title: (name) => `${name} hat sich nicht wie erwartet gemeldet`,
    diagnosis:
      'Der Job ist fehlgeschlagen, hängt, wurde nicht gestartet oder erreicht Lapwing nicht. Prüfe, ob er läuft, und lies sein Log.',
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
