import { InstalledMachinesPage } from '../features/registration/installed-machines-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'

export function RegistrationScreen() {
  useDocumentTitle('Installed machines')
  return <InstalledMachinesPage />
}
