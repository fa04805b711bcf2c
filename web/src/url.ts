// Choices of a screen are query parameters; defaults are left out.
import { useNavigate, useSearch } from '@tanstack/react-router'

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text ? `?${text}` : ''
}

type Choices = Readonly<Record<string, string>>
type ChooseFunction<T> = (change: Partial<T>, options?: { readonly push?: boolean }) => void

/** `const [{ span, q }, choose] = useChoices({ span: '24h', q: '' })`: values of the URL, else the defaults. */
export function useChoices<T extends Choices>(
  usual: T,
): [chosen: { [K in keyof T]: string }, choose: ChooseFunction<{ [K in keyof T]: string }>] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const navigate = useNavigate()
  const chosen = Object.fromEntries(Object.keys(usual).map((name) => [name, search[name] ?? usual[name]!]))
  const choose: ChooseFunction<Record<string, string>> = (change, { push = false } = {}) => {
    const kept = Object.entries({ ...search, ...change }).filter(([name, value]) => value !== usual[name])
    void navigate({ to: '.', search: Object.fromEntries(kept), replace: !push, resetScroll: false })
  }
  return [chosen as { [K in keyof T]: string }, choose as ChooseFunction<{ [K in keyof T]: string }>]
}

/** `down,degraded` as a list; an empty text as an empty list. */
export const splitList = (text: string): string[] => text.split(',').filter((part) => part !== '')
