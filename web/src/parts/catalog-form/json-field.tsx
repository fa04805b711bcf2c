import { useState } from 'react'
import { TextArea } from '../form/field.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { useJsonFieldMessages } from './messages.ts'

/** JSON text for deeply nested values; only valid JSON is passed on. */
export function JsonField(props: CatalogFieldProps) {
  const t = useJsonFieldMessages()
  const { value, onChange } = props
  const { error, ...texts } = useFieldTexts(props)
  const [text, setText] = useState(value === undefined || value === null ? '' : JSON.stringify(value, null, 2))
  const [broken, setBroken] = useState(false)
  const write = (next: string): void => {
    setText(next)
    const read = readJson(next)
    setBroken(read === broke)
    if (read !== broke) onChange(read)
  }
  return <TextArea {...texts} error={broken ? t.notJson : error} mono rows={6} value={text} onChange={write} />
}

const broke = Symbol('no JSON')

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return broke
  }
}
