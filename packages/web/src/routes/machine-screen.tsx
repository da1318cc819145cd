import { useParams } from '@tanstack/react-router'
import { MachinePage } from '../features/monitoring/machine-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function MachineScreen() {
  const { id } = useParams({ from: '/signed-in/machines/$id' })
  useDocumentTitle(id)
  // Another machine is another page: nothing of the one before may stay.
  return <MachinePage key={id} id={id} />
}
