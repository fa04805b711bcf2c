import { useStore } from '../store.ts'
import { overlay } from './palette/palette-state.ts'
import { commands } from './commands.ts'
import { useShortcutMessages } from './messages.ts'
import { Dialog } from '../parts/overlay/dialog.tsx'

export function ShortcutList() {
  const t = useShortcutMessages()
  const known = useStore(commands).filter(({ keys }) => keys !== undefined)
  return (
    <Dialog title={t.title} onClose={() => overlay.set(null)}>
      <dl className="keys">
        <div>
          <dt>{t.find}</dt>
          <dd>
            <kbd>Ctrl</kbd> <kbd>K</kbd>
          </dd>
        </div>
        {known.map(({ label, keys }) => (
          <div key={`${keys} ${label}`}>
            <dt>{label}</dt>
            <dd>
              {keys!.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="actions justify-end">
        <button type="button" className="btn" onClick={() => overlay.set(null)}>
          {t.close}
        </button>
      </div>
    </Dialog>
  )
}
