// Fields that only the configs of channels use.
import { type Field, type FieldValue, type TextOptions, text } from '../../domain/field.ts'

/** An address that is secret itself: anyone who knows it can send. */
export const hookUrl = ({ help }: { help: string }): Field<string> =>
  text({
    label: 'Address',
    help,
    placeholder: 'https://…',
    required: true,
    secret: true,
    maxLength: 2000,
    rule: notAWebUrl,
  })

/** The address of a service that also requires a key. */
export function serverUrl<const O extends Omit<TextOptions, 'rule' | 'secret'>>(
  options: O,
): Field<FieldValue<string, O>> {
  return text({ label: 'Address', maxLength: 500, ...options, rule: notAWebUrl }) as Field<FieldValue<string, O>>
}

/** A token, key or password. */
export function secret<const O extends TextOptions>(options: O): Field<FieldValue<string, O>> {
  return text({ maxLength: 500, minLength: 1, ...options, secret: true }) as Field<FieldValue<string, O>>
}

/** Joins a server's address, with or without a trailing slash, and a path. */
export function below(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}/${path}`
}

function notAWebUrl(value: string): string | null {
  const url = /^https?:\/\/[^\s/]/i.test(value) && !/\s/.test(value) ? URL.parse(value) : null
  return url ? null : 'must be an https:// URL'
}
