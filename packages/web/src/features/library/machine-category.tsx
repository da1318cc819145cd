import type { machineCategories } from '@packhouse/contract'
import type { Icon } from '../../ui/icon.tsx'
import {
  CartonerIcon,
  CasePackerIcon,
  FlowWrapperIcon,
  LabellerIcon,
  PalletiserIcon,
  TraySealerIcon,
  VerticalBaggerIcon,
  WeigherIcon,
} from '../../ui/machine-icons.tsx'

type Category = (typeof machineCategories)[number]

const icons: Record<Category, Icon> = {
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

/** The family of a machine type as a shape; nothing for one that is not known. */
export function CategoryIcon({ category, size = 16 }: { category: unknown; size?: number }) {
  const Shape = Object.entries(icons).find(([name]) => name === category)?.[1]
  return Shape ? <Shape size={size} className="text-text-3" /> : null
}
