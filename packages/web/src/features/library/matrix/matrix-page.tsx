import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MatrixWorkspace } from './matrix-workspace.tsx'
import { useMatrix } from './use-matrix.ts'
import { useMatrixAddress } from './use-matrix-address.ts'

/** Library machines beside packaging styles: which of them fit, under which conditions, and what says so. */
export function MatrixPage() {
  const access = usePermission(api.compatibilityMatrix)
  if (access.allowed) return <OpenMatrix />
  return <DeniedState heading="h1" what={t('matrix.compatibilityWord')} permission={access.permission} />
}

function OpenMatrix() {
  const address = useMatrixAddress()
  const { data, error, retry } = useMatrix(address.material)
  if (data !== undefined) return <MatrixWorkspace data={data} address={address} />
  if (error !== null)
    return <FailedState heading="h1" what={t('matrix.compatibilityWord')} error={error} onRetry={retry} />
  return <Loading />
}

function Loading() {
  return (
    <div className="px-8 pt-4 max-md:px-4">
      <h1 className="mb-3 text-[22px] leading-7">{t('library.compatibility')}</h1>
      <Skeleton className="mb-3 h-[30px] w-140 max-w-full" />
      <Skeleton className="h-[60dvh]" />
    </div>
  )
}
