import type { DataSheet } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { PanelFrame } from '../../ui/panel-frame.tsx'

/** What machines of a model report, and what the product watches for. */
export function DataSheetValues({ sheet: { values, alarms } }: { sheet: DataSheet }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PanelFrame title={t('dataSheet.values')}>
        <SheetTable
          head={[t('dataSheet.name'), t('dataSheet.kindOf'), t('dataSheet.unit')]}
          rows={values.map(({ name, kind, unit }) => [name, t(`dataSheet.kind.${kind}`), unit ?? ''])}
        />
      </PanelFrame>
      <PanelFrame title={t('dataSheet.alarms')}>
        {alarms.length === 0 && <p className="px-4 pb-4 text-text-2">{t('dataSheet.noAlarms')}</p>}
        {alarms.length > 0 && (
          <SheetTable
            head={[t('dataSheet.name'), t('dataSheet.severity')]}
            rows={alarms.map(({ name, severity }) => [name, t(`alarms.${severity}`)])}
          />
        )}
      </PanelFrame>
    </div>
  )
}

function SheetTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="w-full text-13">
      <thead>
        <tr className="bg-surface-2 text-12 text-text-2">
          {head.map((word) => (
            <th key={word} scope="col" className="px-4 py-2 text-start font-semibold">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...others]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="px-4 py-1.5 text-start font-normal wrap-anywhere" translate="no">
              {name}
            </th>
            {others.map((other, place) => (
              <td key={head[place + 1]} className="px-4 py-1.5">
                {other}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
