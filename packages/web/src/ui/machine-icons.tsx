import { lineIcon } from './icon.tsx'

/** Families of packaging machines. */
export const VerticalBaggerIcon = /* @__PURE__ */ lineIcon(
  'M5.5 3h13l-4 6h-5zM9.5 9v3.5h5V9M7 12.5h10M8.5 15h7v6h-7zM8.5 18h7',
)
export const FlowWrapperIcon = /* @__PURE__ */ lineIcon(
  'M6 6.5h12v8H6zM6 8 3.5 6.5v8L6 13M18 8l2.5-1.5v8L18 13M2.5 19.5h19',
)
export const CartonerIcon = /* @__PURE__ */ lineIcon(
  'm4 9 8 3.5L20 9v9l-8 3.5L4 18zM12 12.5v9M4 9 2.5 5l7.5 3.5M20 9l1.5-4L14 8.5',
)
export const CasePackerIcon = /* @__PURE__ */ lineIcon(
  'M4 11.5V20h16v-8.5M4 11.5 1.8 8M20 11.5 22.2 8M12 2.5V14M8 10.3l4 4 4-4',
)
export const PalletiserIcon = /* @__PURE__ */ lineIcon(
  'M4.5 3.5h7v6.5h-7zM12.5 3.5h7v6.5h-7zM4.5 10h7v6.5h-7zM12.5 10h7v6.5h-7zM2.5 19h19M4.5 19v2.5M12 19v2.5M19.5 19v2.5',
)
export const TraySealerIcon = /* @__PURE__ */ lineIcon('M3 9h18l-2 9.5H5zM3 9l2.5-4h13L21 9M8 13h8')
export const LabellerIcon = /* @__PURE__ */ lineIcon('M4 5h10l6.5 7L14 19H4zM8 12h.2')
export const WeigherIcon = /* @__PURE__ */ lineIcon('M4 20h16l-2-11H6zM12 9V6M7 6h10M9.5 14.5 12 12l2.5 2.5')
