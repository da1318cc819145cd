import { t } from '@packhouse/messages'
import { StaffHomePage } from '../features/home/staff-home-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { waiting } from './features.ts'

export function StaffHomeScreen() {
  useDocumentTitle(t('home.home'))
  return <StaffHomePage waiting={waiting} />
}
