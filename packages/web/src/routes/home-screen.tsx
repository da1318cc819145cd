import { HomePage } from '../features/monitoring/home-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function HomeScreen() {
  useDocumentTitle('Machine Overview')
  return <HomePage />
}
