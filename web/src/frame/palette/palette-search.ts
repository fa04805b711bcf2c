// Results of the palette: commands and a URL to monitor from here, named objects from the server.
import { keepPreviousData } from '@tanstack/react-query'
import { type AnswerOf, queryFor } from '../../api.ts'
import type { IconName } from '../../parts/icon.tsx'
import type { Command } from '../commands.ts'

export type ResultGroup = 'verbs' | 'targets' | 'monitors' | 'hosts' | 'incidents' | 'people' | 'others'

export interface PaletteResult {
  readonly key: string
  readonly group: ResultGroup
  readonly label: string
  readonly note?: string | null
  readonly icon: IconName
  readonly keys?: string
  readonly run: () => void
}

type ServerResult = AnswerOf<'/dashboard/search', 'get'>['data'][number]

interface PaletteSearch {
  readonly text: string
  readonly verbs: readonly Command[]
  readonly found: readonly ServerResult[]
  readonly go: (path: string) => void
  readonly watch: (target: string) => string
  readonly diagnose: (target: string) => string
}

export function searchQuery(text: string) {
  const q = text.replace(/^@/, '').trim()
  return {
    ...queryFor('/dashboard/search', { query: { q } }),
    enabled: q !== '' && !q.startsWith('>'),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  }
}

const resultKinds: Record<string, { group: ResultGroup; icon: IconName; path: (id: string) => string }> = {
  monitor: { group: 'monitors', icon: 'pulse', path: (id) => `/monitors/${id}` },
  host: { group: 'hosts', icon: 'hosts', path: (id) => `/hosts/${id}` },
  incident: { group: 'incidents', icon: 'bell', path: (id) => `/incidents/${id}` },
  person: { group: 'people', icon: 'people', path: () => '/settings/members' },
  status_page: { group: 'others', icon: 'pages', path: (id) => `/status-pages/${id}` },
  channel: { group: 'others', icon: 'send', path: (id) => `/channels/${id}` },
}

export function findResults({ text, verbs, found, go, watch, diagnose }: PaletteSearch): PaletteResult[] {
  const only = { '>': 'verbs', '#': 'incidents', '@': 'people' }[text[0] ?? ''] as ResultGroup | undefined
  const wanted = (only ? text.slice(1) : text).trim()
  const fromServer = found.flatMap(({ kind, id, name, detail }) => {
    const place = resultKinds[kind]
    if (!place || !matches(`${name} ${detail ?? ''} ${id}`, wanted)) return []
    return [
      {
        key: `${kind} ${id}`,
        group: place.group,
        label: name,
        note: detail,
        icon: place.icon,
        run: () => go(place.path(id)),
      },
    ]
  })
  // The open screen's own command comes first and stands for others of the same name.
  const fromHere = verbs
    .filter(({ label }, at) => verbs.findIndex((other) => other.label === label && !other.keyOnly) === at)
    .filter(({ label, words = '' }) => matches(`${label} ${words}`, wanted))
    // Stable: a name that matches comes before other words that do.
    .toSorted((one, other) => Number(matches(other.label, wanted)) - Number(matches(one.label, wanted)))
    .map((verb): PaletteResult => ({
      key: `verb ${verb.label}`,
      group: 'verbs',
      label: verb.label,
      icon: verb.icon ?? 'bolt',
      keys: verb.keys,
      run: verb.run,
    }))
  const address = isAddress(text)
    ? [
        {
          key: 'watch',
          group: 'targets' as const,
          label: watch(text),
          icon: 'plus' as const,
          run: () => go(`/monitors/new?target=${encodeURIComponent(text)}`),
        },
        {
          key: 'diagnose',
          group: 'targets' as const,
          label: diagnose(text),
          icon: 'diagnose' as const,
          run: () => go(`/diagnostics?target=${encodeURIComponent(text)}`),
        },
      ]
    : []
  const all: PaletteResult[] = [...address, ...fromServer, ...fromHere]
  return only ? all.filter(({ group }) => group === only) : all
}

/** Whether the name contains every word, in any order; “ubersicht” and “on call” find “Übersicht” and “On-call”. */
function matches(name: string, wanted: string): boolean {
  const whole = fold(name)
  return fold(wanted)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/.test(text) || /^[\w-]+(\.[\w-]+)+(:\d{1,5})?$/.test(text)
