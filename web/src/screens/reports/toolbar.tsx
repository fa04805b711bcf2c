import { Button } from '../../parts/button.tsx'
import { Segments } from '../../parts/choose.tsx'
import { splitList } from '../../url.ts'
import { useReportMessages } from './messages.ts'
import { addMonths, periodNames } from './period.ts'
import { useMonthName } from './period-names.ts'
import { type useReportChoice, useTags } from './report-data.ts'
import { toggled } from '../../toggled.ts'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { Select } from '../../parts/form/field.tsx'
import { MultiSelect } from '../../parts/overlay/multi-select.tsx'

const targets = ['99', '99.5', '99.9', '99.95', '99.99'] as const
const maxMonths = 24

type ToolbarProps = ReturnType<typeof useReportChoice>

export function Toolbar({ choice, choose, thisMonth }: ToolbarProps) {
  const t = useReportMessages()
  const field = fieldsOf(choice, choose)
  const tags = useTags()
  const chosenTags = splitList(choice.tags)
  const setTags = (next: readonly string[]): void => choose({ tags: next.join(',') })
  const options = targets.some((one) => one === choice.target) ? targets : [choice.target, ...targets]
  return (
    <div className="row wrap noprint">
      <Segments
        label={t.period}
        choices={periodNames.map((value) => ({ value, label: t.periods[value] }))}
        {...field('period')}
      />
      {choice.period === 'month' && (
        <MonthPicker month={choice.month} thisMonth={thisMonth} onChange={(month) => choose({ month })} />
      )}
      <label className="row">
        <span className="muted">{t.target}</span>
        <Select
          className="input w-auto"
          value={choice.target}
          options={options.map((value) => [value, `${value} %`])}
          onChange={(target) => choose({ target })}
        />
      </label>
      {(tags.length > 0 || chosenTags.length > 0) && (
        <MultiSelect
          label={t.tags}
          options={tags}
          chosen={chosenTags}
          onToggle={(tag) => setTags(toggled(chosenTags, tag))}
          onClear={() => setTags([])}
        />
      )}
    </div>
  )
}

interface MonthPickerProps {
  readonly month: string
  readonly thisMonth: string
  readonly onChange: (month: string) => void
}

function MonthPicker({ month, thisMonth, onChange }: MonthPickerProps) {
  const t = useReportMessages()
  const name = useMonthName()
  const recent = Array.from({ length: maxMonths }, (_, n) => addMonths(thisMonth, -n))
  const months = recent.includes(month) ? recent : [...recent, month].toSorted().toReversed()
  return (
    <span className="row">
      <Button icon="back" aria-label={t.earlier} onClick={() => onChange(addMonths(month, -1))} />
      <Select
        className="input w-auto"
        aria-label={t.month}
        value={month}
        options={months.map((value) => [value, name(value, true)])}
        onChange={onChange}
      />
      <Button
        icon="forward"
        aria-label={t.later}
        disabled={month >= thisMonth}
        onClick={() => onChange(addMonths(month, 1))}
      />
    </span>
  )
}
