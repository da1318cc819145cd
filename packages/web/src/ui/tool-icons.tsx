import { lineIcon, pointingIcon } from './icon.tsx'

export const FilterIcon = /* @__PURE__ */ lineIcon('M3.5 5h17l-6.5 8v6l-4-2v-4z')
export const PlusIcon = /* @__PURE__ */ lineIcon('M12 5v14M5 12h14')
export const TrashIcon = /* @__PURE__ */ lineIcon('M4.5 6.5h15M9.5 6V3.5h5V6M6.5 6.5 7.5 20.5h9l1-14')
export const DownloadIcon = /* @__PURE__ */ lineIcon('M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15')
export const UploadIcon = /* @__PURE__ */ lineIcon('M12 15V4M7.5 8 12 3.5 16.5 8M4.5 20h15')
export const ColumnsIcon = /* @__PURE__ */ lineIcon('M4 5h16v14H4zM9.5 5v14M14.5 5v14')
export const BookmarkIcon = /* @__PURE__ */ lineIcon('M6.5 3.5h11v17L12 16.5l-5.5 4z')
export const ChevronUpIcon = /* @__PURE__ */ lineIcon('m6 15 6-6 6 6')
export const ChevronLeftIcon = /* @__PURE__ */ pointingIcon('m15 6-6 6 6 6')
export const CheckIcon = /* @__PURE__ */ lineIcon('m5 12.5 4.5 4.5L19 7.5', 2.6)
export const UndoIcon = /* @__PURE__ */ pointingIcon('M8 4.5 3.5 9 8 13.5M4 9h10.5a5.5 5.5 0 0 1 0 11H10')
export const StarIcon = /* @__PURE__ */ lineIcon(
  'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.9l-5.3 2.8 1.1-5.9L3.5 9.7l5.9-.8z',
)
export const OpenIcon = /* @__PURE__ */ pointingIcon('M4 12h16M14 6l6 6-6 6')
export const EditIcon = /* @__PURE__ */ lineIcon('M4 20h4L19.5 8.5l-4-4L4 16zM13.5 6.5l4 4')
export const LockIcon = /* @__PURE__ */ lineIcon(
  'M4.5 12a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19zM8 10.5V7.5a4 4 0 0 1 8 0v3',
)
export const CopyIcon = /* @__PURE__ */ lineIcon(
  'M10 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8.5 19v-9A1.5 1.5 0 0 1 10 8.5zM15.5 8.5V3.5h-12v12h5',
)
export const HandleIcon = /* @__PURE__ */ lineIcon('M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01', 3)
export const DocumentIcon = /* @__PURE__ */ lineIcon('M6 3h8l4.5 4.5V21H6zM14 3v5h4.5M9 13h6M9 16.5h6')
export const LinkIcon = /* @__PURE__ */ lineIcon(
  'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
)
export const MoreIcon = /* @__PURE__ */ lineIcon('M5.5 12h.01M12 12h.01M18.5 12h.01', 3)
