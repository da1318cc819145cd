import { t } from '@packhouse/messages'
import { FilesTab } from '../../resource/files/files-tab.tsx'
import { declared } from '../../resource/registry.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMachineService } from './use-machine-service.ts'

/** The files that are attached to a machine; for those who may see its registration. */
export function MachineDocuments({ id }: { id: string }) {
  const machines = declared('machine')
  const { data } = useMachineService(id)
  if (!data) return <Skeleton className="m-4 h-24" />
  return (
    <PanelFrame bare title={t('service.documents')}>
      <FilesTab resource={machines} id={data.machineId} className="rounded-b-panel px-4 pb-4" />
    </PanelFrame>
  )
}
