import type { StatusPageEdited } from '../../../api-types.ts'
import { Card } from '../../../parts/card.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { pageLanguages } from '../languages.ts'
import type { EditedLook } from '../page-draft.ts'
import { type PageEditing, attempt } from '../use-page-draft.ts'
import { useAppearanceMessages } from './messages.ts'
import { fieldsOf } from '../../../parts/form/use-form.tsx'
import { SelectField, Switch, TextArea, TextField } from '../../../parts/form/field.tsx'
import { type ChangeEvent, useRef, useState } from 'react'
import { client } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { toast } from '../../../toast.ts'
import { base64Of } from '../../../parts/form/base64-of.ts'
import { ProblemText } from '../../../parts/form/form-error.tsx'

interface AppearanceFormProps {
  readonly page: StatusPageEdited
  readonly editing: PageEditing
  readonly mayWrite: boolean
}

const themes = ['auto', 'light', 'dark'] as const
const dayCounts = [7, 14, 30, 60, 90]

export function AppearanceForm({ page, editing, mayWrite }: AppearanceFormProps) {
  const t = useAppearanceMessages()
  const { look } = editing.draft
  const change = (part: Partial<EditedLook>): void =>
    editing.edit((draft) => ({ ...draft, look: { ...draft.look, ...part } }))
  const field = fieldsOf(look, change)
  return (
    <Card title={t.title}>
      <fieldset className="stack" disabled={!mayWrite}>
        <LogoField page={page} theme="light" mayWrite={mayWrite} />
        {page.logo && <LogoField page={page} theme="dark" mayWrite={mayWrite} />}
        <TextField label={t.name} maxLength={120} {...field('name')} />
        <TextArea
          label={t.description}
          note={t.optional}
          hint={t.descriptionHint}
          rows={2}
          maxLength={2000}
          {...field('description')}
        />
        <DisplayFields look={look} change={change} />
        <TextField
          label={t.support}
          note={t.optional}
          hint={t.supportHint}
          maxLength={500}
          inputMode="url"
          {...field('supportUrl')}
        />
        <TextArea
          label={t.footer}
          note={t.optional}
          hint={t.footerHint}
          rows={2}
          maxLength={500}
          {...field('footer')}
        />
      </fieldset>
    </Card>
  )
}

interface DisplayFieldsProps {
  readonly look: EditedLook
  readonly change: (part: Partial<EditedLook>) => void
}

/** How the page shows its content: colours, language and days. */
function DisplayFields({ look, change }: DisplayFieldsProps) {
  const t = useAppearanceMessages()
  const languageNames = new Map(pageLanguages)
  const days = dayCounts.includes(look.daysShown) ? dayCounts : [...dayCounts, look.daysShown].toSorted((a, b) => a - b)
  const field = fieldsOf(look, change)
  return (
    <>
      <div>
        <p className="label mb-2">{t.theme}</p>
        <Segments
          label={t.theme}
          choices={themes.map((theme) => ({ value: theme, label: t.themes[theme] }))}
          {...field('theme')}
        />
      </div>
      <div className="pair items-start">
        <SelectField
          label={t.language}
          hint={t.languageHint}
          options={[...languageNames.keys()].map((code) => [code, languageNames.get(code)!])}
          {...field('language')}
        />
        <SelectField
          label={t.days}
          hint={t.daysHint}
          options={days.map((count) => [count, t.dayCount(count)])}
          {...field('daysShown')}
        />
      </div>
      <Switch label={t.dim} hint={t.dimHint} {...field('dimUntrackedDays')} />
    </>
  )
}

const maxBytes = 180_000

interface LogoFieldProps {
  readonly page: StatusPageEdited
  readonly theme: 'light' | 'dark'
  readonly mayWrite: boolean
}

function LogoField({ page, theme, mayWrite }: LogoFieldProps) {
  const t = useAppearanceMessages()
  const file = useRef<HTMLInputElement>(null)
  const { busy, problem, upload, remove } = useLogo(page.id, theme)
  const isDark = theme === 'dark'
  const logo = isDark ? page.logo?.dark : page.logo
  const label = isDark ? t.darkLogo : t.logo
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = target.files ?? []
    target.value = ''
    if (chosen) void upload(chosen)
  }
  return (
    <div className="field">
      <p className="label">{label}</p>
      <div className="row wrap">
        {logo && <StoredLogo page={page} logo={logo} theme={theme} />}
        {mayWrite && (
          <>
            <input
              ref={file}
              type="file"
              className="sr"
              aria-label={label}
              tabIndex={-1}
              accept="image/png,image/jpeg,image/webp"
              onChange={choose}
            />
            <Button busy={busy} label={logo ? t.replace : t.upload} onClick={() => file.current?.click()} />
            {logo && <Button weight="ghost" busy={busy} label={t.removeLogo} onClick={() => void remove()} />}
          </>
        )}
      </div>
      <ProblemText text={problem} />
      <p className="hint">{isDark ? t.darkLogoHint : t.logoHint}</p>
    </div>
  )
}

function useLogo(pageId: string, theme: 'light' | 'dark') {
  const t = useAppearanceMessages()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const params = { id: pageId }
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    if (await attempt(work)) toast({ text: done })
    await invalidate('statusPage')
    setBusy(false)
  }
  const upload = async (file: File): Promise<void> => {
    if (file.size > maxBytes) return setProblem(t.tooLarge(format.bytes(file.size)))
    const picture = await base64Of(file)
    setProblem(picture === null ? t.unreadable : '')
    if (picture !== null)
      await run(() => client.post('/status-pages/{id}/logo', { params, body: { picture, theme } }), t.logoSaved)
  }
  const query = theme === 'dark' ? { theme } : {}
  const remove = (): Promise<void> =>
    run(() => client.delete('/status-pages/{id}/logo', { params, query }), t.logoRemoved)
  return { busy, problem, upload, remove }
}

type Logo = NonNullable<NonNullable<StatusPageEdited['logo']>['dark']>

/** Visitors of a hidden page get no logo at its address, and neither does this browser; the preview has it. */
function StoredLogo({ page, logo, theme }: { page: StatusPageEdited; logo: Logo; theme: 'light' | 'dark' }) {
  const { hash, width, height } = logo
  const t = useAppearanceMessages()
  if (!page.public || page.password_protected) return <span className="muted">{t.logoSize(width, height)}</span>
  const source = `/status/${page.slug}/logo${theme === 'dark' ? '-dark' : ''}.png?${hash.slice(0, 12)}`
  return (
    <span className="logo-now" data-theme={theme}>
      <img src={source} alt={page.name} width={width} height={height} />
    </span>
  )
}
