import { Callout } from './card.tsx'
import { Icon } from './icon.tsx'
import { useManagedMessages } from './messages.ts'

interface Managed {
  readonly key: string
  readonly source: string
}

/** The source of objects from the provision file. */
const provisionSource = 'provision file'

/** The same in one line of a list. */
export function ManagedLine({ managed }: { managed: Managed | null | undefined }) {
  const t = useManagedMessages()
  if (!managed) return null
  const { key, source } = managed
  return <span className="sub">{source === provisionSource ? t.provisionedLine : t.managedLine(key, source)}</span>
}

/** Says that an object comes from configuration as code, and from which document. */
export function ManagedNote({ managed }: { managed: Managed | null | undefined }) {
  const t = useManagedMessages()
  if (!managed) return null
  return (
    <div className="mb-4">
      <Callout tone="idle" mark={<Icon name="book" />}>
        {managed.source === provisionSource ? t.provisioned : t.managed(managed.key, managed.source)}
      </Callout>
    </div>
  )
}
