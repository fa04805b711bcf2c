// The catalog of monitor types and channel types, in the reader's language.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client, queries } from '../api.ts'
import { type Language, usePreferences } from '../preferences.ts'
import { translateKind, translateType } from './translate.ts'
import { translationQuery } from './use-translation.ts'

const monitorTypesIn = (language: Language) =>
  queryOptions({
    queryKey: ['/meta/monitor-types', {}, language],
    queryFn: async ({ signal }) => {
      const [{ data }, { text }] = await Promise.all([
        client.get('/meta/monitor-types', { signal }),
        queries.ensureQueryData(translationQuery(language)),
      ])
      return data.map((entry) => translateType(text, entry))
    },
    staleTime: Infinity,
  })

const channelKindsIn = (language: Language) =>
  queryOptions({
    queryKey: ['/dashboard/channel-kinds', {}, language],
    queryFn: async ({ signal }) => {
      const [{ data }, { text }] = await Promise.all([
        client.get('/dashboard/channel-kinds', { signal }),
        queries.ensureQueryData(translationQuery(language)),
      ])
      return data.map((entry) => translateKind(text, entry))
    },
    staleTime: Infinity,
  })

export const useMonitorTypes = ({ enabled = true } = {}) =>
  useQuery({ ...monitorTypesIn(usePreferences().language), enabled })

export const useChannelKinds = ({ enabled = true } = {}) =>
  useQuery({ ...channelKindsIn(usePreferences().language), enabled })

/** Returns the unit of a metric, which is the same in all types that have it. */
export function useMetricUnit(options: { readonly enabled: boolean }): (metric: unknown) => string | null {
  const metrics = (useMonitorTypes(options).data ?? []).flatMap((entry) => entry.metrics)
  return (name) => metrics.find(({ metric, aliases }) => [metric, ...aliases].includes(String(name)))?.unit ?? null
}

/** Returns the name of a monitor type or a channel kind; of an unknown one, its key. */
export function useTypeName(options: { readonly enabled: boolean }): (type: string) => string {
  const entries = [...(useMonitorTypes(options).data ?? []), ...(useChannelKinds(options).data ?? [])]
  return (type) => entries.find((entry) => entry.type === type)?.name ?? type
}
