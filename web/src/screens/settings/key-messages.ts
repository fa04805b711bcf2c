import { defineMessages } from '../../i18n.ts'

export const useApiKeyMessages = defineMessages({
  add: ['New API key', 'Neuer API-Schlüssel'],
  none: ['No API keys yet', 'Noch keine API-Schlüssel'],
  noneWhy: [
    'Scripts and integrations use API keys to create monitors and read data.',
    'Skripte und Integrationen verwenden API-Schlüssel, um Monitore anzulegen und Daten zu lesen.',
  ],
  failed: ['The API keys could not be loaded.', 'Die API-Schlüssel konnten nicht geladen werden.'],
  scopes: {
    read: ['Read only', 'Nur lesen'],
    write: ['Read and write', 'Lesen und schreiben'],
  },
  scopeNotes: {
    write: ['Read and write', 'Lesen und schreiben'],
    read: ['Read only', 'Nur lesen'],
  },
  provisioned: ['From the provision file', 'Aus der Provisionierungsdatei'],
  revokeText: [
    'Anything that uses this key stops working immediately. This cannot be undone.',
    'Alles, was diesen Schlüssel verwendet, funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
  ],
  nameHint: ['What the key is for, e.g. “deploy pipeline”.', 'Wofür der Schlüssel ist, z. B. „Deploy-Pipeline“.'],
  lasts: ['Expires', 'Läuft ab'],
  forever: ['Never', 'Nie'],
  days: (days: number) => [`In ${days} days`, `In ${days} Tagen`],
  make: ['Create key', 'Schlüssel anlegen'],
  made: (name: string) => [`API key ${name} created`, `API-Schlüssel ${name} angelegt`],
  once: [
    'Copy the key now. Lapwing does not show it again.',
    'Kopiere den Schlüssel jetzt. Lapwing zeigt ihn nicht noch einmal an.',
  ],
  key: ['API key', 'API-Schlüssel'],
  kept: ['I have copied the key', 'Ich habe den Schlüssel kopiert'],
})
