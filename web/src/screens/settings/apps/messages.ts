import { defineMessages } from '../../../i18n.ts'

export const useConnectedAppMessages = defineMessages({
  assistants: ['Connect an assistant', 'Einen Assistenten verbinden'],
  assistantsText: [
    'Assistants that speak MCP can look at your monitors and incidents, and change them if you allow it. Paste an ' +
      'address into the assistant. It opens Lapwing and asks for your permission.',
    'Assistenten, die MCP sprechen, können deine Monitore und Vorfälle sehen und, wenn du es erlaubst, ändern. ' +
      'Füge eine Adresse in den Assistenten ein. Er öffnet Lapwing und bittet dich um Erlaubnis.',
  ],
  address: ['Address of the MCP server', 'Adresse des MCP-Servers'],
  changingAddress: ['Address for assistants that may change things', 'Adresse für Assistenten, die ändern dürfen'],
  connected: ['Connected apps', 'Verbundene Apps'],
  none: ['No connected apps', 'Keine verbundenen Apps'],
  noneWhy: [
    'Programs and assistants that you allow to use Lapwing appear here. You can revoke their access.',
    'Programme und Assistenten, denen du Lapwing erlaubst, erscheinen hier. Du kannst ihren Zugriff widerrufen.',
  ],
  failed: ['The connected apps could not be loaded.', 'Die verbundenen Apps konnten nicht geladen werden.'],
  by: (name: string) => [`allowed by ${name}`, `erlaubt von ${name}`],
  connectedAt: (when: string) => [`connected ${when}`, `verbunden ${when}`],
  expires: (when: string) => [`expires ${when} if not used`, `läuft ab ${when}, wenn unbenutzt`],
  revokeTitle: (name: string) => [`Revoke access of ${name}?`, `Zugriff von ${name} widerrufen?`],
  revokeText: [
    'It is signed out immediately. To use Lapwing again, it has to ask for permission.',
    'Die App wird sofort abgemeldet. Um Lapwing wieder zu benutzen, muss sie um Erlaubnis bitten.',
  ],
  revoked: (name: string) => [`Access of ${name} revoked`, `Zugriff von ${name} widerrufen`],
})

export const useOwnClientMessages = defineMessages({
  title: ['Apps of your organization', 'Apps deiner Organisation'],
  add: ['New app', 'Neue App'],
  none: ['No apps of your own', 'Keine eigenen Apps'],
  noneWhy: [
    'Register a program of your own that people sign in to with Lapwing, or a service account for a script.',
    'Registriere ein eigenes Programm, bei dem sich Personen mit Lapwing anmelden, oder ein Dienstkonto für ein ' +
      'Skript.',
  ],
  failed: [
    'The apps of your organization could not be loaded.',
    'Die Apps deiner Organisation konnten nicht geladen werden.',
  ],
  kinds: {
    app: ['App', 'App'],
    service: ['Service account', 'Dienstkonto'],
  },
  kind: ['What is it?', 'Was ist es?'],
  kindNotes: {
    app: ['A program that acts for the person who signs in', 'Ein Programm, das für die angemeldete Person handelt'],
    service: ['A service account that acts on its own', 'Ein Dienstkonto, das selbstständig handelt'],
  },
  nameHint: [
    'People see it when the app asks for their permission, and it appears in the activity log.',
    'Personen sehen ihn, wenn die App um Erlaubnis bittet, und er erscheint im Aktivitätsprotokoll.',
  ],
  redirects: ['Redirect addresses', 'Weiterleitungsadressen'],
  redirectsHint: [
    'One per line, such as https://app.example.com/callback. They must match exactly.',
    'Eine je Zeile, z. B. https://app.example.com/callback. Sie müssen genau übereinstimmen.',
  ],
  make: ['Create app', 'App anlegen'],
  made: (name: string) => [`${name} created`, `${name} angelegt`],
  once: [
    'Copy the secret now. Lapwing does not show it again.',
    'Kopiere das Geheimnis jetzt. Lapwing zeigt es nicht noch einmal an.',
  ],
  id: ['Client ID', 'Client-ID'],
  secret: ['Client secret', 'Client-Geheimnis'],
  kept: ['I have copied the secret', 'Ich habe das Geheimnis kopiert'],
  removeText: [
    'All its tokens stop working immediately. This cannot be undone.',
    'Alle Token der App werden sofort ungültig. Das lässt sich nicht rückgängig machen.',
  ],
})
