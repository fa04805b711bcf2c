import { useMemo } from 'react'
import { SelectField, type FieldProps } from './field.tsx'

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

interface ZoneFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (zone: string) => void
  /** A first option for “no time zone”. */
  readonly none?: string
}

/** An IANA time zone, by name. */
export function ZoneField({ value, onChange, none, ...field }: ZoneFieldProps) {
  const zones = useMemo(
    () => [...new Set([...(value ? [value] : []), 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [value],
  )
  return (
    <SelectField
      {...field}
      value={value}
      onChange={onChange}
      none={none}
      options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
    />
  )
}
