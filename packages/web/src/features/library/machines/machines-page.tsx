import { ResourceList } from '../../../resource/resource-list.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { ComparePage } from '../compare/compare-page.tsx'
import { useCompared } from '../compare/use-compared.ts'
import { listedMachines, machineListView } from './machine-list-view.tsx'
import { MachinesList } from './machines-list.tsx'

/** The machines that are made and sold: their list, or some of them beside each other. */
export function MachinesPage() {
  const compared = useCompared()
  const { allowed } = usePermission(listedMachines.calls.get)
  if (allowed && compared.length > 0) return <ComparePage ids={compared} />
  return <ResourceList resource={listedMachines} view={machineListView} Content={MachinesList} />
}
