import { type Icon, lineIcon } from '../../../ui/icon.tsx'
import { CartonerIcon, CasePackerIcon, FlowWrapperIcon, VerticalBaggerIcon } from '../../../ui/machine-icons.tsx'
import type { Family } from './answers.ts'

const TrayIcon = /* @__PURE__ */ lineIcon('M3 8h18l-2.5 10h-13zM7 8V5.5h10V8M6 12.5h12')

export const familyIcons: Readonly<Record<Family, Icon>> = {
  bag: FlowWrapperIcon,
  pouch: VerticalBaggerIcon,
  tray: TrayIcon,
  carton: CartonerIcon,
  case: CasePackerIcon,
}
