import { type Icon, lineIcon } from '../../../ui/icon.tsx'
import {
  CartonerIcon,
  CasePackerIcon,
  FlowWrapperIcon,
  PalletiserIcon,
  VerticalBaggerIcon,
} from '../../../ui/machine-icons.tsx'
import type { MachineCategory } from './matrix-data.ts'

const TraySealerIcon = /* @__PURE__ */ lineIcon('M3 9h18l-2 9.5H5zM3 9l2.5-4h13L21 9M8 13h8')
const LabellerIcon = /* @__PURE__ */ lineIcon('M4 5h10l6.5 7L14 19H4zM8 12h.2')
const WeigherIcon = /* @__PURE__ */ lineIcon('M4 20h16l-2-11H6zM12 9V6M7 6h10M9.5 14.5 12 12l2.5 2.5')

/** The shape of each kind of machine. */
export const categoryIcons: Readonly<Record<MachineCategory, Icon>> = {
  vffs: VerticalBaggerIcon,
  hffs: FlowWrapperIcon,
  flowWrapper: FlowWrapperIcon,
  traySealer: TraySealerIcon,
  cartoner: CartonerIcon,
  casePacker: CasePackerIcon,
  palletiser: PalletiserIcon,
  labeller: LabellerIcon,
  weigher: WeigherIcon,
}
