import { t } from '@packhouse/messages'
import { classNames } from '../../ui/class-names.ts'

/** Severity, alarm, machine, customer and time; where the list is narrow, such as beside a drawer, the customer stands below the machine. */
export const columnClasses =
  'grid grid-cols-[92px_minmax(0,1fr)_minmax(0,130px)_120px] gap-x-3 @3xl:grid-cols-[92px_minmax(0,1fr)_minmax(0,170px)_minmax(0,150px)_120px]'

/** The heads of the columns. Each row names what it shows by itself, so they are only seen. */
export function AlarmColumns({ isChoosing }: { isChoosing: boolean }) {
  return (
    <div
      aria-hidden="true"
      className="flex h-[34px] items-center gap-3 border-b border-s-[3px] border-line border-s-transparent bg-surface-2 px-3 text-12 font-[550] text-text-2 max-md:hidden"
    >
      {isChoosing && <span className="w-4 shrink-0" />}
      <span className={classNames(columnClasses, 'min-w-0 flex-1')}>
        <span>{t('alarms.severity')}</span>
        <span>{t('alarms.alarm')}</span>
        <span>{t('alarms.machine')}</span>
        <span className="hidden @3xl:block">{t('alarms.customer')}</span>
        <span>{t('alarms.since')}</span>
      </span>
      <span className="w-32 shrink-0" />
    </div>
  )
}
