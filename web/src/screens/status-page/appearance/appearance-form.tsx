import type { StatusPageEdited } from '../../../api-types.ts'
import { Card } from '../../../parts/card.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { pageLanguages } from '../languages.ts'
import type { EditedLook } from '../page-draft.ts'
import type { PageEditing } from '../use-page-draft.ts'
import { LogoField } from './logo-field.tsx'
import { useAppearanceMessages } from './messages.ts'
import { fieldsOf } from '../../../parts/form/use-form.tsx'
import { SelectField, Switch, TextArea, TextField } from '../../../parts/form/field.tsx'

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
        <LogoField page={page} mayWrite={mayWrite} />
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
