import { SettingsPage } from '../features/settings/settings-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function SettingsScreen() {
  useDocumentTitle('Settings')
  return <SettingsPage />
}
