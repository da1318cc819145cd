import { StaffHomePage } from '../features/home/staff-home-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { waiting } from './features.ts'

export function StaffHomeScreen() {
  useDocumentTitle('Home')
  return <StaffHomePage waiting={waiting} />
}
