// Words under which the palette finds a screen, in addition to its name.
import { defineMessages } from '../../i18n.ts'

export const useDestinationMessages = defineMessages({
  sections: {
    overview: ['home dashboard start', 'start startseite dashboard'],
    monitors: [
      'checks websites uptime services response time ssl certificate',
      'checks prüfungen webseiten verfügbarkeit dienste antwortzeit zertifikat',
    ],
    incidents: ['alerts outages problems down acknowledge', 'alarme ausfälle störungen probleme bestätigen'],
    hosts: ['server machine agent cpu memory disk load', 'server rechner maschine agent cpu speicher festplatte last'],
    onCall: [
      'schedule rota rotation shift roster pager duty cover',
      'dienstplan schicht rotation rufbereitschaft pager vertretung',
    ],
    channels: [
      'notifications alerting slack email sms webhook integrations',
      'benachrichtigungen alarmierung slack e-mail sms webhook integrationen',
    ],
    contacts: [
      'people address book import csv phone new contact',
      'personen adressbuch importieren csv telefon neuer kontakt',
    ],
    maintenance: ['downtime window silence mute planned work', 'wartungsfenster auszeit stumm geplante arbeiten'],
    statusPages: [
      'public page customers announcement subscribers embed new status page',
      'öffentliche seite kunden ankündigung abonnenten einbetten neue statusseite',
    ],
    reports: ['uptime availability sla pdf csv month', 'bericht verfügbarkeit sla pdf csv monat'],
    diagnostics: [
      'diagnose traceroute ping mtr dns whois tls headers troubleshoot',
      'traceroute ping mtr dns whois tls header fehlersuche',
    ],
    settings: ['configuration options account', 'konfiguration optionen konto'],
  },
  screens: {
    newMonitor: ['New monitor', 'Neuer Monitor'],
    newHost: ['Add host', 'Host hinzufügen'],
    newChannel: ['New channel', 'Neuer Kanal'],
    newMaintenance: ['Schedule maintenance', 'Wartung planen'],
    newSchedule: ['New on-call schedule', 'Neuer Bereitschaftsplan'],
    newEscalation: ['New escalation policy', 'Neue Eskalationsregel'],
    escalation: ['Go to escalation policies', 'Eskalationsregeln öffnen'],
    myMethods: ['Choose how I am paged', 'Festlegen, wie ich alarmiert werde'],
    objectives: ['Go to objectives', 'Ziele öffnen'],
    reportSchedules: ['Go to scheduled reports', 'Geplante Berichte öffnen'],
    deliveries: ['Go to delivery log', 'Zustellprotokoll öffnen'],
    groups: ['Go to contact groups', 'Kontaktgruppen öffnen'],
    confirmations: ['Go to confirmations', 'Bestätigungen öffnen'],
  },
  screenWords: {
    newMonitor: ['add create check website url', 'hinzufügen anlegen check prüfung webseite url'],
    newHost: ['new server machine install agent enrol token', 'neuer server rechner agent installieren token'],
    newChannel: [
      'add create notification slack email sms webhook integration',
      'hinzufügen anlegen benachrichtigung slack e-mail sms webhook integration',
    ],
    newMaintenance: [
      'new maintenance downtime window silence mute planned work',
      'neues wartungsfenster downtime auszeit stummschalten geplante arbeiten',
    ],
    newSchedule: ['add create rota rotation shift roster', 'hinzufügen anlegen dienstplan rotation schicht'],
    newEscalation: ['add create page next person', 'hinzufügen anlegen nächste person alarmieren'],
    escalation: ['ladder steps who is paged', 'stufen schritte wer wird alarmiert'],
    myMethods: [
      'contact methods phone push notification pager on-call',
      'kontaktwege telefon push benachrichtigung pager bereitschaft',
    ],
    objectives: ['slo sla goal target error budget', 'slo sla fehlerbudget verfügbarkeitsziel'],
    reportSchedules: ['email report weekly monthly send', 'bericht per e-mail wöchentlich monatlich senden'],
    deliveries: [
      'sent alerts notifications history failed retry webhook',
      'gesendete alarme benachrichtigungen verlauf fehlgeschlagen webhook',
    ],
    groups: ['team recipients new group', 'team empfänger neue gruppe'],
    confirmations: ['assistant approve refuse confirm ai agent', 'assistent freigeben ablehnen bestätigen ki agent'],
  },
  settings: {
    organization: ['company name time zone retention keep data', 'firma name zeitzone aufbewahrung'],
    members: [
      'users people team roles invite invitation permissions',
      'benutzer personen team rollen einladen einladung rechte',
    ],
    keys: ['token access token rest api secret', 'token zugriffstoken rest api geheimnis'],
    apps: [
      'oauth mcp assistant ai agent client service account revoke',
      'oauth mcp assistent ki agent client dienstkonto widerrufen',
    ],
    'single-sign-on': [
      'sso oidc openid connect login keycloak entra google okta groups',
      'sso oidc openid connect anmeldung keycloak entra google okta gruppen',
    ],
    variables: ['secrets environment password token scripts', 'geheimnisse umgebung passwort token skripte'],
    deployments: [
      'release rollout webhook github gitlab ci pipeline version',
      'release rollout webhook github gitlab ci pipeline version',
    ],
    import: [
      'migrate move uptime kuma shadow mode switch over',
      'importieren umziehen umzug uptime kuma schattenbetrieb umstellen',
    ],
    plan: ['limits quota billing usage', 'limits kontingent abrechnung nutzung'],
    activity: ['audit log history changes', 'audit protokoll verlauf änderungen'],
    locations: ['regions probes', 'regionen'],
    backups: ['restore snapshot s3 disaster recovery', 'sicherung datensicherung wiederherstellen s3'],
    profile: ['account email address name', 'konto e-mail-adresse name'],
    security: [
      'password two-factor 2fa mfa totp authenticator passkey sessions',
      'passwort kennwort zwei-faktor 2fa mfa totp passkey sitzungen anmeldung',
    ],
    paging: [
      'push notifications devices quiet hours only critical contact methods',
      'push benachrichtigungen geräte ruhezeiten nur kritische kontaktwege bereitschaft',
    ],
    look: [
      'dark mode theme language german english time zone density keyboard shortcuts browser notifications',
      'dunkelmodus dunkel hell design sprache deutsch englisch zeitzone tastenkürzel browser-benachrichtigungen',
    ],
  },
})
