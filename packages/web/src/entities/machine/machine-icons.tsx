import type { HistoryState } from '@packhouse/contract'
import { type Icon, lineIcon } from '../../ui/icon.tsx'
import { IdleIcon, RunningIcon, StoppedIcon, WarningIcon } from '../../ui/icons.tsx'
import {
  CartonerIcon,
  CasePackerIcon,
  FlowWrapperIcon,
  PalletiserIcon,
  VerticalBaggerIcon,
} from '../../ui/machine-icons.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'

const TraySealerIcon = /* @__PURE__ */ lineIcon('M3 5h18M12 5v4M7 9h10v3H7zM3.5 15.5h17L18 21H6zM8 15.5v2M16 15.5v2')
const LabellerIcon = /* @__PURE__ */ lineIcon('M9 3h6v3l2 3v11.5H7V9l2-3zM7 12h10v5H7zM9.5 14.5h5')
const OtherMachineIcon = /* @__PURE__ */ lineIcon('M4 8h16v9H4zM8 8V4h8v4M4 20.5h16M7.5 12.5h4M16 11v3')

const families: Record<string, Icon> = {
  VFFS: VerticalBaggerIcon,
  FLW: FlowWrapperIcon,
  CRT: CartonerIcon,
  CSP: CasePackerIcon,
  PAL: PalletiserIcon,
  TRS: TraySealerIcon,
  LBL: LabellerIcon,
}

/** The icon of the family a machineID begins with; a plain machine for families we do not know. */
export function familyIcon(machineID: string): Icon {
  return families[machineID.split('-')[0]?.toUpperCase() ?? ''] ?? OtherMachineIcon
}

/** The shape of a machine's state. */
export const stateIcons: Record<HistoryState, Icon> = {
  Running: RunningIcon,
  Idle: IdleIcon,
  Stopped: StoppedIcon,
  Faulted: WarningIcon,
  Unknown: UnknownIcon,
}
