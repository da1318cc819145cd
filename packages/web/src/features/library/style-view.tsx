import { t } from '@packhouse/messages'
import { DASH, numberFormat } from '../../lib/format/numbers.ts'
import type { ResourceRow } from '../../resource/registry.ts'
import type { ExtraColumn, ResourceView } from '../../resource/view.ts'

const sizes = {
  length: t('library.dimension.length'),
  width: t('library.dimension.width'),
  height: t('library.dimension.height'),
}

/** What machines make of film, board or trays. */
export const styleView: ResourceView = {
  intro: t('library.whatMachinesMake'),
  columns: ['family', 'standardRef', 'length', 'width', 'height', 'materials', 'updatedAt'],
  extraColumns: Object.entries(sizes).map(
    ([name, label]): ExtraColumn => ({ name, label, render: (row) => spanOf(row, name) }),
  ),
  sections: [
    { title: t('library.styleIdentity'), fields: ['code', 'name', 'family', 'standardRef'] },
    {
      title: t('library.styleDimensions'),
      fields: ['lengthMin', 'lengthMax', 'widthMin', 'widthMax', 'heightMin', 'heightMax', 'swapLengthWidth'],
    },
    { title: t('library.styleMaterials'), fields: ['materials', 'notes'] },
  ],
}

/** `60 to 340`; either end may be open. */
function spanOf(row: ResourceRow, name: string): string {
  const [from, to] = [row[`${name}Min`], row[`${name}Max`]].map((end) =>
    typeof end === 'number' ? numberFormat({}).format(end) : undefined,
  )
  if (from !== undefined && to !== undefined) return t('library.fromToNumbers', { from, to })
  if (from !== undefined) return t('library.fromNumber', { from })
  return to === undefined ? DASH : t('library.toNumber', { to })
}
