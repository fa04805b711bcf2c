import { Doorway } from '../../frame/doorway.tsx'

export function Screen() {
  return <Doorway title="Reset password" />
}
