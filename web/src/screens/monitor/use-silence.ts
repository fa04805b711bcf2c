import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import type { Monitor } from './monitor-data.ts'
import { silence } from './silence.ts'
import { tabMessages } from './tab-messages.ts'

const minutes = 60

/** An hour from now. */
export function useSilence({ id, name }: Monitor): () => Promise<boolean> {
  const { maintenance: t } = useMessages(tabMessages)
  const format = useFormat()
  return () =>
    silence(
      { name: t.name(name), monitorIds: [id], minutes },
      t.started(format.clock(new Date(Date.now() + minutes * 60_000))),
    )
}
