import { InstalledMachinesPage } from '../features/registration/installed-machines-page.tsx'
import { serviceRelated } from '../features/service/service-look.ts'
import { useDocumentTitle } from '../lib/document-title.ts'

export function RegistrationScreen() {
  useDocumentTitle('Installed machines')
  return <InstalledMachinesPage related={serviceRelated} />
}
