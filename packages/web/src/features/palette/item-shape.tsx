import { t } from '@packhouse/messages'
import { machineStatus, statusViews } from '../../entities/machine/status.ts'
import { resourceNamed } from '../../resource/registry.ts'
import { capitalize } from '../../resource/words.ts'
import type { Icon } from '../../ui/icon.tsx'
import { lineIcon } from '../../ui/icon.tsx'
import type { ItemKind, PaletteItem } from './palette-item.ts'
import type { Group } from './rank.ts'

const titles: Partial<Record<Group['kind'], string>> = {
  recent: t('palette.recent'),
  screen: t('palette.screens'),
  action: t('palette.actions'),
}

/** The title of a group: for records the name of their resource. */
export function groupTitle(kind: Group['kind']): string {
  return titles[kind] ?? capitalize(resourceNamed(kind)?.noun[1] ?? kind)
}

const RecordIcon = /* @__PURE__ */ lineIcon('M5 3.5h9l5 5v12H5zM14 3.5v5h5')

const kindIcons: Readonly<Record<ItemKind, Icon>> = {
  screen: /* @__PURE__ */ lineIcon('M3.5 5h17v14h-17zM3.5 9h17'),
  action: /* @__PURE__ */ lineIcon('M12 5v14M5 12h14'),
  machine: /* @__PURE__ */ lineIcon('M4 20V9h7v4l4-4v4l5-4v11zM4 16h16'),
  customer: /* @__PURE__ */ lineIcon('M5 20.5v-17h9v17M14 9h5v11.5M3 20.5h18M8 7.5h3M8 11.5h3M8 15.5h3'),
  supplier: /* @__PURE__ */ lineIcon(
    'M2.5 6h11v10.5h-11zM13.5 10h4l3.5 3v3.5h-7.5M5 18a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0' +
      'M15.4 18a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0',
  ),
  contact: /* @__PURE__ */ lineIcon('M8.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M5 20c0-4 3-6 7-6s7 2 7 6'),
  location: /* @__PURE__ */ lineIcon(
    'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM9.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0',
  ),
  licence: /* @__PURE__ */ lineIcon('M5 3.5h14v17H5zM8.5 8h7M8.5 12h7M8.5 16h4'),
  country: /* @__PURE__ */ lineIcon('M6 21V4M6 4.5h12l-2.5 4 2.5 4H6'),
  user: /* @__PURE__ */ lineIcon('M8 8.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7'),
}

interface ItemShape {
  icon: Icon
  colour: string
  /** Says what the shape says, where it says more than the kind. */
  word?: string
}

/** The shape before an entry: its kind, or for a machine whose state is known, that state. */
export function itemShape({ kind, online, onOrder = false }: PaletteItem): ItemShape {
  if (online === undefined) return { icon: kindIcons[kind] ?? RecordIcon, colour: 'text-text-3' }
  const { icon, colour, word } = statusViews[machineStatus({ online, onOrder })]
  return { icon, colour, word }
}
