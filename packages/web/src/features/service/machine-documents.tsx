import { t } from '@packhouse/messages'
import { FilesTab } from '../../resource/files/files-tab.tsx'
import { declared } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { useMachineService } from './use-machine-service.ts'

/** The files that are attached to a machine, for those who may see its registration. */
export function MachineDocuments({ id }: { id: string }) {
  const machines = declared('machine')
  const access = usePermission(machines.calls.files)
  const { data } = useMachineService(id)
  if (!access.allowed || !data) return null
  return (
    <PanelFrame className="mt-4" title={t('service.documents')}>
      <FilesTab resource={machines} id={data.machineId} className="rounded-b-panel px-4 pb-4" />
    </PanelFrame>
  )
}
