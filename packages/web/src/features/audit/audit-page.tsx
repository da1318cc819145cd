import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Frame } from '../../resource/frame.tsx'
import { DeniedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { AuditHead } from './audit-head.tsx'
import { AuditList } from './audit-list.tsx'
import { AuditPictures } from './audit-pictures.tsx'
import { DetailsDrawer } from './details-drawer.tsx'
import { useAuditAddress } from './use-audit-address.ts'

/** Who did what in the product: a picture over time, the entries, and one of them in detail. */
export function AuditPage() {
  useDocumentTitle(t('audit.audit'))
  const access = usePermission(api.listAuthLog)
  const address = useAuditAddress()
  if (!access.allowed) return <DeniedState heading="h1" what={t('audit.auditWord')} permission={access.permission} />
  return (
    <Frame>
      <div className="flex min-h-0 flex-1 flex-col gap-3.5 overflow-auto pt-4 pe-6 pb-4 ps-8 max-md:px-4">
        <AuditHead address={address} />
        <AuditPictures address={address} />
        <AuditList address={address} />
      </div>
      {address.entry !== undefined && (
        <DetailsDrawer key={address.entry} id={address.entry} onClose={() => address.open(undefined)} />
      )}
    </Frame>
  )
}
