import { t } from '@packhouse/messages'
import { HomePage } from '../features/monitoring/home-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function HomeScreen() {
  useDocumentTitle(t('app.machineOverview'))
  return <HomePage />
}
