import { PageHead } from '../../frame/page-head.tsx'

export function Screen() {
  return <PageHead title="Channel" />
}
