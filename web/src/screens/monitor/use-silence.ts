import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../messages.ts'
import type { Monitor } from './monitor-data.ts'
import { silence } from './silence.ts'
import { tabMessages } from './tab-messages.ts'

const minutes = 60

/** An hour from now. */
export function useSilence({ id, name }: Monitor): () => Promise<boolean> {
  const { maintenance: say } = useMessages(tabMessages)
  const format = useFormat()
  return () =>
    silence(
      { name: say.name(name), monitorIds: [id], minutes },
      say.started(format.clock(new Date(Date.now() + minutes * 60_000))),
    )
}
