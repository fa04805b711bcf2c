// Titles and diagnoses by cause, in languages other than English. In English the server's own text is shown.
import type { Incident } from '../../api-types.ts'
import type { Language } from '../../preferences.ts'

interface CauseText {
  readonly title: (name: string) => string
  readonly diagnosis: string
}

type CauseTexts = Partial<Readonly<Record<Incident['root_cause'], CauseText>>>

// Rules on a metric have these causes too: each sentence must hold for an outage and for a value over its limit.
const german: CauseTexts = {
  dns: {
    title: (name) => `${name}: Problem mit der DNS-Auflösung`,
    diagnosis:
      'Der Name wird nicht richtig aufgelöst. Prüfe die DNS-Einträge der Domain, ihre Nameserver und ihre ' +
      'Registrierung.',
  },
  connect: {
    title: (name) => `${name} ist nicht oder nur mit Verlusten erreichbar`,
    diagnosis:
      'Verbindungen kommen nicht zustande, oder Pakete gehen verloren. Prüfe, ob der Server läuft, ob der ' +
      'Dienst den Port offen hat und ob eine Firewall die Verbindung blockiert.',
  },
  tls: {
    title: (name) => `${name}: Problem mit der TLS-Verschlüsselung`,
    diagnosis: 'Prüfe das Zertifikat sowie die TLS-Versionen und Verfahren, die der Server anbietet.',
  },
  timeout: {
    title: (name) => `${name} antwortet nicht rechtzeitig`,
    diagnosis:
      'Die Antwort kam nicht rechtzeitig. Prüfe, ob der Server überlastet ist oder hängt und ob eine ' +
      'Firewall Pakete verwirft.',
  },
  http_status: {
    title: (name) => `${name} antwortet mit einem falschen Status`,
    diagnosis:
      'Der Server antwortet mit einem Status, den die Regel nicht zulässt. Prüfe die Anwendung, ihre ' +
      'Abhängigkeiten und ihr Log.',
  },
  content: {
    title: (name) => `${name} liefert nicht die erwartete Antwort`,
    diagnosis:
      'Der Dienst antwortet, aber nicht mit dem erwarteten Inhalt. Prüfe, was zuletzt ausgeliefert oder ' +
      'geändert wurde.',
  },
  certificate: {
    title: (name) => `${name}: Problem mit Zertifikat, Schlüssel oder Registrierung`,
    diagnosis:
      'Vergleiche Ablaufdatum, Namen und Aussteller mit den erwarteten Werten. Erneuere, was abläuft, und ' +
      'prüfe zuerst Änderungen, die niemand von euch gemacht hat.',
  },
  auth: {
    title: (name) => `${name}: Anmeldung fehlgeschlagen`,
    diagnosis:
      'Der Dienst antwortet, lehnt aber die Anmeldung ab. Prüfe, ob das Konto gesperrt ist und ob ' +
      'Passwort, Schlüssel oder Token geändert wurden oder abgelaufen sind.',
  },
  performance: {
    title: (name) => `${name} ist langsam`,
    diagnosis: 'Der Dienst läuft, aber langsamer als erlaubt. Prüfe seine Last und worauf er wartet.',
  },
  heartbeat: {
    title: (name) => `${name} hat sich nicht wie erwartet gemeldet`,
    diagnosis:
      'Der Job ist fehlgeschlagen, hängt, wurde nicht gestartet oder erreicht Lapwing nicht. Prüfe, ob er ' +
      'läuft, und lies sein Log.',
  },
}

export const causeTexts: Readonly<Record<Language, CauseTexts>> = { en: {}, de: german }
