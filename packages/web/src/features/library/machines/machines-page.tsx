import { ResourceList } from '../../../resource/resource-list.tsx'
import { listedMachines, machineListView } from './machine-list-view.tsx'
import { MachinesList } from './machines-list.tsx'

/** The machines that are made and sold. */
export function MachinesPage() {
  return <ResourceList resource={listedMachines} view={machineListView} Content={MachinesList} />
}
