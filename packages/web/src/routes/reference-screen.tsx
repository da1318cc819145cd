import { useParams } from '@tanstack/react-router'
import { ReferencePage } from '../features/customers/reference-page.tsx'

export function ReferenceScreen() {
  const { kind } = useParams({ strict: false })
  return <ReferencePage kind={kind} />
}
