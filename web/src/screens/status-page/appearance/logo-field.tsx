import { type ChangeEvent, useRef, useState } from 'react'
import type { StatusPageEdited } from '../../../../../sdk/api.ts'
import { client } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { toast } from '../../../toast.ts'
import { attempt } from '../use-page-draft.ts'
import { appearanceMessages } from './messages.ts'

const maxBytes = 180_000

export function LogoField({ page, mayWrite }: { page: StatusPageEdited; mayWrite: boolean }) {
  const t = useMessages(appearanceMessages)
  const format = useFormat()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const params = { id: page.id }
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    if (await attempt(work)) toast({ text: done })
    await invalidate('statusPage')
    setBusy(false)
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = target.files ?? []
    target.value = ''
    if (!chosen) return
    if (chosen.size > maxBytes) return setProblem(t.tooLarge(format.bytes(chosen.size)))
    const picture = await base64Of(chosen)
    setProblem(picture === null ? t.unreadable : '')
    if (picture !== null)
      await run(() => client.put('/status-pages/{id}/logo', { params, body: { picture } }), t.logoSaved)
  }
  return (
    <div className="field">
      <p className="label">{t.logo}</p>
      <div className="row wrap">
        {page.logo && <StoredLogo page={page} logo={page.logo} />}
        {mayWrite && (
          <>
            <input
              ref={file}
              type="file"
              className="sr"
              aria-label={t.logo}
              tabIndex={-1}
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => void choose(event)}
            />
            <Button busy={busy} onClick={() => file.current?.click()}>
              {page.logo ? t.replace : t.upload}
            </Button>
            {page.logo && (
              <Button
                weight="ghost"
                busy={busy}
                onClick={() => void run(() => client.delete('/status-pages/{id}/logo', { params }), t.logoRemoved)}
              >
                {t.removeLogo}
              </Button>
            )}
          </>
        )}
      </div>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <p className="hint">{t.logoHint}</p>
    </div>
  )
}

type Logo = NonNullable<StatusPageEdited['logo']>

/** Visitors of a hidden page get no logo at its address, and neither does this browser; the preview has it. */
function StoredLogo({ page, logo: { hash, width, height } }: { page: StatusPageEdited; logo: Logo }) {
  const t = useMessages(appearanceMessages)
  if (!page.public || page.password_protected) return <span className="muted">{t.logoSize(width, height)}</span>
  const source = `/status/${page.slug}/logo.png?${hash.slice(0, 12)}`
  return (
    <span className="logo-now">
      <img src={source} alt={page.name} width={width} height={height} />
    </span>
  )
}

function base64Of(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })
}
