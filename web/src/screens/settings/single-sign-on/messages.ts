import { defineMessages } from '../../../i18n.ts'

export const useSingleSignOnSettingsMessages = defineMessages({
  provider: ['Provider', 'Anbieter'],
  lead: [
    'People sign in with your OpenID Connect provider: Keycloak, Entra ID, Google, Okta or another one.',
    'Personen melden sich mit deinem OpenID-Connect-Anbieter an, etwa Keycloak, Entra ID, Google oder Okta.',
  ],
  guide: ['Steps for each provider', 'Schritte für jeden Anbieter'],
  redirect: ['Redirect address', 'Weiterleitungsadresse'],
  redirectHint: ['Register this address at your provider.', 'Trage diese Adresse bei deinem Anbieter ein.'],
  copyRedirect: ['Copy the redirect address', 'Weiterleitungsadresse kopieren'],
  issuer: ['Issuer', 'Aussteller (Issuer)'],
  issuerHint: ['For example https://id.example.com/realms/acme', 'Zum Beispiel https://id.example.com/realms/acme'],
  clientId: ['Client ID', 'Client-ID'],
  clientSecret: ['Client secret', 'Client-Geheimnis'],
  secretHint: ['Stored encrypted and never shown again.', 'Wird verschlüsselt gespeichert und nicht wieder angezeigt.'],
  keepSecretHint: [
    'Leave empty to keep the stored secret. If you change the issuer or the client ID, enter it again.',
    'Leer lassen, um das gespeicherte zu behalten. Wenn du Aussteller oder Client-ID änderst, gib es erneut ein.',
  ],
  domains: ['Email domains', 'E-Mail-Domains'],
  domainsHint: [
    'Separated by commas. People with other addresses are refused.',
    'Durch Kommas getrennt. Personen mit anderen Adressen werden abgelehnt.',
  ],
  access: ['Roles', 'Rollen'],
  groupsClaim: ['Groups claim', 'Claim der Gruppen'],
  groupsClaimHint: ['The claim that lists the groups of a person.', 'Der Claim, der die Gruppen einer Person nennt.'],
  group: ['Group', 'Gruppe'],
  roleOf: ['Role', 'Rolle'],
  remove: ['Remove this group', 'Diese Gruppe entfernen'],
  addGroup: ['Add a group', 'Gruppe hinzufügen'],
  noGroups: [
    'No groups: new people get the role below, and existing members keep theirs.',
    'Keine Gruppen: Neue Personen bekommen die Rolle unten, bisherige Mitglieder behalten ihre.',
  ],
  highest: [
    'People in several groups get the highest role, at each sign-in. Owners stay owners unless a group is ' +
      'mapped to that role.',
    'Wer in mehreren Gruppen ist, bekommt bei jeder Anmeldung die höchste Rolle. Inhaber bleiben Inhaber, ' +
      'solange dieser Rolle keine Gruppe zugeordnet ist.',
  ],
  others: ['Everyone else', 'Alle anderen'],
  refuse: ['Refuse them', 'Ablehnen'],
  saved: ['Single sign-on saved', 'Single Sign-on gespeichert'],
  enforcement: ['Test and require', 'Testen und vorschreiben'],
  test: ['Test sign-in', 'Anmeldung testen'],
  testHint: [
    'Shows what your provider says about you and which role a new person would get. It changes nothing.',
    'Zeigt, was dein Anbieter über dich sagt und welche Rolle eine neue Person bekäme. Es ändert nichts.',
  ],
  tested: (when: string) => [`Last successful test ${when}`, `Letzter erfolgreicher Test ${when}`],
  untested: ['Not tested with this provider yet', 'Mit diesem Anbieter noch nicht getestet'],
  require: ['Require single sign-on', 'Single Sign-on vorschreiben'],
  requireHint: [
    'Members can sign in to this organization in no other way. Owners still can, in case the provider is down.',
    'Mitglieder können sich bei dieser Organisation nur noch so anmelden. Inhaber auch anders, falls der Anbieter ' +
      'ausfällt.',
  ],
  testFirst: ['Run a successful test first.', 'Führe zuerst einen erfolgreichen Test durch.'],
  off: ['Turn off single sign-on', 'Single Sign-on abschalten'],
  offTitle: ['Turn off single sign-on?', 'Single Sign-on abschalten?'],
  offText: [
    'Sessions that began with it end now. Members stay members, but people without a password need a reset link.',
    'Sitzungen, die damit begonnen haben, enden jetzt. Mitglieder bleiben Mitglieder; wer kein Passwort hat, ' +
      'braucht einen Link zum Zurücksetzen.',
  ],
  offVerb: ['Turn off', 'Abschalten'],
  turnedOff: ['Single sign-on turned off', 'Single Sign-on abgeschaltet'],
  failed: ['The settings could not be loaded.', 'Die Einstellungen konnten nicht geladen werden.'],
})
