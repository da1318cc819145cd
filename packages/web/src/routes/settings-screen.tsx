import { t } from '@packhouse/messages'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function SettingsScreen() {
  useDocumentTitle(t('general.settings'))
  return <SettingsPage />
}
