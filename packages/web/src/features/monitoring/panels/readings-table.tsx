import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatLimit, measuredInUnit } from '../../../lib/format/measures.ts'
import { compareNames } from '../../../lib/format/order.ts'
import { classNames } from '../../../ui/class-names.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { declaredOf, isJudged, judged, setRangeOf } from '../machine/reading-settings.ts'

/** The newest of the free-form readings a machine publishes, as it names them, beside their normal ranges. */
export function ReadingsTable({ machine }: { machine: MachineDetails }) {
  const rows = Object.entries(machine.machineData).sort(([a], [b]) => compareNames(a, b))
  if (rows.length === 0)
    return <p className="px-4 pb-4 text-text-2">{t('monitoring.thisMachinePublishesNoReadingsOf')}</p>
  return (
    <div className="border-t border-line">
      {/* Focusable, or the keyboard could not scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable */}
      <section aria-label={t('monitoring.allReadings')} tabIndex={0} className="max-h-[174px] overflow-auto">
        <table className="w-full text-13">
          <thead>
            <tr className="sticky top-0 h-[34px] bg-surface-2 text-12 text-text-2 shadow-[inset_0_-1px_0_var(--line-2)]">
              <th scope="col" className="px-4 text-start font-[550]">
                {t('general.name')}
              </th>
              <th scope="col" className="px-4 text-end font-[550]">
                {t('monitoring.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name} className="h-[34px] border-b border-line last:border-b-0 hover:bg-surface-2">
                <th
                  scope="row"
                  // The machine names it so.
                  translate="no"
                  className="px-4 py-1.5 text-start font-normal [overflow-wrap:anywhere]"
                >
                  {name}
                </th>
                <td className="code px-4 py-1.5 text-end font-[550] [overflow-wrap:anywhere]">
                  {measuredInUnit(name, value, declaredOf(machine, name))}
                  <NormalNote machine={machine} name={name} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** The normal range that is set of a reading; a sign and words say that the value lies outside. */
function NormalNote({ machine, name }: { machine: MachineDetails; name: string }) {
  const range = setRangeOf(machine, name)
  const value = machine.machineData[name]
  if (range === undefined || typeof value !== 'number') return null
  const { words, isOutside } = judged(isJudged(machine) ? value : undefined, range, formatLimit)
  return (
    <span
      className={classNames(
        'flex items-center justify-end gap-1 font-sans text-11 font-normal tabular-nums',
        isOutside ? 'text-warn' : 'text-text-3',
      )}
    >
      {isOutside && <WarningIcon size={12} className="shrink-0" />}
      {words}
    </span>
  )
}
