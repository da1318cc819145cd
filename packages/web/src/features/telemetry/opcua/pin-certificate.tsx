import type { OpcuaTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { useUpdate } from '../../../resource/use-resource.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'

interface PinCertificateProps {
  row: ResourceRow
  /** What a test has found. */
  found: Partial<OpcuaTest>
}

/** Offers to accept only the certificate that the server showed, where none is pinned yet. */
export function PinCertificate({ row, found: { serverCertificate } }: PinCertificateProps) {
  const resource = declared('opcuaConnection')
  const access = usePermission(resource.calls.update)
  const update = useUpdate({ resource })
  if (!serverCertificate || row.serverCertificate) return null
  return (
    <>
      {update.error && <Alert tone="bad">{errorMessage(resource, update.error)}</Alert>}
      <Button
        busy={update.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => update.mutate({ id: row.id, change: { serverCertificate, rowVersion: row.rowVersion } })}
      >
        {t('telemetry.pinThisCertificate')}
      </Button>
    </>
  )
}
